import { fileURLToPath } from "node:url";
import { layNeighbours, layTable } from "./table.ts";
import { StaticEmbedding, type StaticEmbeddingOptions } from "./provider.ts";
import type { Unrelated } from "../../model/vector.ts";
import { layLanguages, OtherLanguages } from "./other-languages.ts";
import { modelFile, type ModelFile, readPart } from "./model-file.ts";

/** The models folder of the package: three up from here, in the sources and in `dist` alike. */
const MODELS = new URL("../../../models/", import.meta.url);

/** As `measureUnrelated` has it of the bundled table, which a test compares: measuring takes a millisecond that a cold search can do without. */
const UNRELATED: Unrelated = { mean: 0.07242631906579218, deviation: 0.09440409128044493 };

/**
 * Opens the bundled model with its neighbour table.
 * @param options `isStopWord`: see `StaticEmbeddingOptions`
 * @throws LociError `MODEL_UNAVAILABLE` when the model's files are missing or damaged
 * Cost: reads 0.9 MB, 2 ms in a cold process; keep the result. Rows of words are read when a text first has them, and the table of other languages is
 * opened then.
 * @example
 * const provider = openStaticEmbedding({ isStopWord });
 */
export function openStaticEmbedding(options: Pick<StaticEmbeddingOptions, "isStopWord"> = {}): StaticEmbedding {
  const table = layTable(bundled("static-256.bin"), vocabularyOf("vocab.txt"));
  return new StaticEmbedding(table, {
    ...options,
    unrelated: UNRELATED,
    neighbours: layNeighbours(bundled("neighbours-256.bin"), table.identity),
    openOthers: () => openOtherLanguages(table.identity),
  });
}

/**
 * Opens the table of other languages.
 * @param english identity of the table in whose space its rows lie
 * @throws LociError `MODEL_UNAVAILABLE`
 */
function openOtherLanguages(english: string): OtherLanguages {
  return new OtherLanguages(layLanguages(bundled("languages-192.bin"), vocabularyOf("languages.txt"), english));
}

function bundled(name: string): ModelFile {
  return modelFile(fileURLToPath(new URL(name, MODELS)));
}

function vocabularyOf(name: string): string {
  const file = bundled(name);
  return new TextDecoder().decode(readPart(file, 0, file.size));
}
