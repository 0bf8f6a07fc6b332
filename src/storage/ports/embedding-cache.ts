import type { QuantisedVector } from "../../model/vector.ts";

/** A vector to keep. */
export interface CachedVector {
  /** Hash of exactly the text that was embedded. */
  readonly hash: string;
  readonly vector: QuantisedVector;
}

/**
 * Vectors by the text that they were made from, so that the same text is never embedded twice by the same model, be it moved,
 * removed and added again, or indexed anew after the index was deleted. Only a cache: losing it costs time, never an answer.
 *
 * Contract: what `put` resolved with is found by every later `get`, of this process and of others. Vectors of one model have one
 * dimension. Vectors of different models never meet. Calls may overlap.
 *
 * Errors: `STORAGE_FAILED`, `STORAGE_BUSY`, `STORAGE_FULL`, `INDEX_DAMAGED`, `INDEX_FORMAT`.
 */
export interface EmbeddingCache {
  /**
   * The vectors that are there, by hash; the others are left out.
   *
   * @param model as `identityKey` gives it
   */
  get(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, QuantisedVector>>;
  /** Keeps vectors, in one transaction; one that is there already stays as it is. */
  put(model: string, vectors: readonly CachedVector[]): Promise<void>;
  /** Forgets vectors of texts that are to leave no trace, whatever their model; those that aren't there are passed over. */
  remove(model: string, hashes: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
