/** Sentence transformers on this machine: the port of embeddings, over a package that runs ONNX. */
export { openOnnxEmbedding as openEmbedding } from "./provider.ts";
