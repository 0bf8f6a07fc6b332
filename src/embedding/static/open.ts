import { fileURLToPath } from "node:url";
import { layNeighbours } from "./neighbours.ts";
import { StaticEmbedding, type StaticEmbeddingOptions } from "./provider.ts";
import type { Unrelated } from "../../model/vector.ts";
import { layLanguages, OtherLanguages } from "./other-languages.ts";
import { layTable } from "./table.ts";
import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { LociError } from "../../model/error.ts";

/** The models folder of the package: three up from here, in the sources and in `dist` alike. */
const MODELS = new URL("../../../models/", import.meta.url);

/** As `measureUnrelated` has it of the bundled table, which a test compares: measuring takes a millisecond that a cold search can do without. */
const UNRELATED: Unrelated = { mean: 0.07242631906579218, deviation: 0.09440409128044493 };

/**
 * Opens the bundled model with its neighbour table.
 *
 * @param options `isStopWord`: see `StaticEmbeddingOptions`
 * @throws LociError `MODEL_UNAVAILABLE` when the model's files are missing or damaged
 * Cost: reads 9 MB once, 9 to 20 ms in a cold process; keep the result. The table of other languages is opened when a text first needs it.
 *
 * @example
 * const provider = openStaticEmbedding({ isStopWord });
 */
export function openStaticEmbedding(options: Pick<StaticEmbeddingOptions, "isStopWord"> = {}): StaticEmbedding {
  const path = modelPath;
  const vocabulary = new TextDecoder().decode(readModelFile(path("vocab.txt")));
  const table = layTable(readModelFile(path("static-256.bin")), vocabulary, path("static-256.bin"));
  const near = readModelFile(path("neighbours-256.bin"));
  return new StaticEmbedding(table, {
    ...options,
    unrelated: UNRELATED,
    neighbours: layNeighbours(near, table.identity, path("neighbours-256.bin")),
    openOthers: () => openOtherLanguages(table.identity),
  });
}

/**
 * Opens the table of other languages.
 *
 * @param english identity of the table in whose space its rows lie
 * @throws LociError `MODEL_UNAVAILABLE`
 */
function openOtherLanguages(english: string): OtherLanguages {
  const vocabulary = new TextDecoder().decode(readModelFile(modelPath("languages.txt")));
  const path = modelPath("languages-192.bin");
  return new OtherLanguages(layLanguages(readModelFile(path), vocabulary, english, path));
}

function modelPath(name: string): string {
  return fileURLToPath(new URL(name, MODELS));
}

/**
 * Reads a model file whole, aligned so that typed arrays can view it without copying.
 *
 * @throws LociError `MODEL_UNAVAILABLE` when it can't be read, or the machine is big-endian
 */
function readModelFile(path: string): Uint8Array {
  if (endianness() !== "LE") {
    throw new LociError("MODEL_UNAVAILABLE", "the bundled model is laid out for little-endian machines", {
      hint: "configure another embedding provider",
    });
  }
  try {
    const data = readFileSync(path);
    // Small reads come out of a shared pool at any offset; views of four-byte numbers need a multiple of four.
    return data.byteOffset % 8 === 0 ? data : Uint8Array.from(data);
  } catch (cause) {
    throw new LociError("MODEL_UNAVAILABLE", `the bundled model file '${path}' can't be read`, {
      hint: "install Loci again, or make the model with models/make.sh",
      details: { path },
      cause,
    });
  }
}
