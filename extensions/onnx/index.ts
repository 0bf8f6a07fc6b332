import { isAbsolute } from "node:path";
import { LociError } from "../../src/model/error.ts";
import type { EmbeddingProvider } from "../../src/embedding/port.ts";
import { prefixed, type Purpose } from "../../src/embedding/remote/wire.ts";

/** What of `@huggingface/transformers` is used. It is the user's to install: 474 MB, with an install script. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<Extractor>;
}
type Extractor = (
  texts: readonly string[],
  options: object,
) => Promise<{ readonly dims: readonly number[]; readonly data: ArrayLike<number> }>;

export interface OnnxSettings {
  /** A sentence-transformers ONNX export: a folder, or a name of the hub, which is downloaded once. Empty: `Xenova/all-MiniLM-L6-v2`. */
  readonly model: string;
  /** Loads the package; for tests. */
  readonly load?: () => Promise<unknown>;
}

const PACKAGE = "@huggingface/transformers";
const USUAL = "Xenova/all-MiniLM-L6-v2";
/** Texts a call: more take longer to pad than they save. */
const BATCH = 32;

/**
 * Opens a sentence transformer on this machine. A text longer than the model's window is cut by its tokenizer, as with every export of this kind:
 * keep `chunking.max_chunk_size` within it (256 tokens, some 1,000 characters, for the usual model).
 * @throws LociError `MODEL_UNAVAILABLE` without the package, or for a model that can't be opened
 */
export async function openEmbedding({ model: named, load }: OnnxSettings): Promise<EmbeddingProvider> {
  const model = named === "" ? USUAL : named;
  const transformers = await loadPackage(load);
  const isFolder = isAbsolute(model);
  if (isFolder) {
    transformers.env.allowRemoteModels = false;
    transformers.env.allowLocalModels = true;
    transformers.env.localModelPath = "/";
  }
  let extract: Extractor;
  let dimension: number;
  try {
    extract = await transformers.pipeline("feature-extraction", isFolder ? model.slice(1) : model, {});
    dimension = (await extract(["dimension"], { pooling: "mean", normalize: true })).dims.at(-1) ?? 0;
  } catch (cause) {
    throw new LociError("MODEL_UNAVAILABLE", `the ONNX model '${model}' can't be opened`, {
      hint: "give embedding.model the folder of an ONNX export, or a name of the hub and a network",
      cause,
    });
  }
  const embed = async (
    texts: readonly string[],
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      signal?.throwIfAborted();
      const batch = texts.slice(start, start + BATCH).map((text) => prefixed(model, text, purpose));
      const { data } = await extract(batch, { pooling: "mean", normalize: true });
      for (let i = 0; i < batch.length; i++)
        vectors.push(Float32Array.from({ length: dimension }, (_, d) => data[i * dimension + d] ?? 0));
    }
    return vectors;
  };
  return {
    identity: { provider: "onnx", model: model.replaceAll(":", "."), dimension, version: "1" },
    capabilities: { local: true, maxBatch: BATCH * 8, similarWords: false },
    embedPassages: async (texts, { signal } = {}) => await embed(texts, "passage", signal),
    embedQuery: async (text, { signal } = {}) => (await embed([text], "query", signal))[0] as Float32Array,
    similarWords: () => [],
  };
}

async function loadPackage(load: OnnxSettings["load"]): Promise<Transformers> {
  try {
    // By a name that no bundler follows: it is no dependency.
    const name: string = PACKAGE;
    return (await (load ?? ((): Promise<unknown> => import(name)))()) as Transformers;
  } catch (cause) {
    throw new LociError(
      "MODEL_UNAVAILABLE",
      `the embedding provider 'onnx' needs the package ${PACKAGE}, which is not installed`,
      { hint: `npm install ${PACKAGE} (474 MB)`, cause },
    );
  }
}
