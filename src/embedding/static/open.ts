import { fileURLToPath } from "node:url";
import { layNeighbours } from "./neighbours.ts";
import { StaticEmbedding, type StaticEmbeddingOptions } from "./provider.ts";
import { readModelFile } from "./read-model-file.ts";
import { layTable } from "./table.ts";

/** The models folder of the package: three up from here, in the sources and in `dist` alike. */
const MODELS = new URL("../../../models/", import.meta.url);

/**
 * Opens the bundled model with its neighbour table.
 *
 * @param options `isStopWord`: see `StaticEmbeddingOptions`
 * @throws LociError `MODEL_UNAVAILABLE` when the model's files are missing or damaged
 * Cost: reads 9 MB once, 9 to 20 ms in a cold process; keep the result.
 *
 * @example
 * const provider = openStaticEmbedding({ isStopWord });
 */
export function openStaticEmbedding(options: Pick<StaticEmbeddingOptions, "isStopWord"> = {}): StaticEmbedding {
  const path = (name: string): string => fileURLToPath(new URL(name, MODELS));
  const vocabulary = new TextDecoder().decode(readModelFile(path("vocab.txt")));
  const table = layTable(readModelFile(path("static-256.bin")), vocabulary, path("static-256.bin"));
  const near = readModelFile(path("neighbours-256.bin"));
  return new StaticEmbedding(table, { ...options, neighbours: layNeighbours(near, table.identity, path("neighbours-256.bin")) });
}
