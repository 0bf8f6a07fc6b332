import type { QuantisedVector } from "../../model/vector.ts";
import type { SearchIndex } from "./search-index.ts";

/** Why an index can't be used as it is. */
export interface IndexLoss {
  readonly why: "missing" | "damaged" | "partial";
  readonly detail: string;
}

/**
 * What the catalog remembers of an index that stands elsewhere: the last commit that it heard of. An index that knows of fewer commits is an
 * older copy that was put back, or has lost its last ones.
 */
export interface CommitMemory {
  /** 0 where none was heard of. */
  read(): Promise<number>;
  write(commit: number): Promise<void>;
}

/**
 * Where the index of one project lives: a file, a server, another process. Nobody outside the engine knows which.
 *
 * Contract, for every engine:
 * - `identity` changes exactly when the index is another one: made, put away, replaced by a copy. An index that is opened again after a restart
 *   has the identity that it had.
 * - `state` and `identity` change nothing, and cost a few system calls or one short request.
 * - After `reset` the next `open` gives an empty index, and no reader of another process mistakes it for the one before.
 * - `open` may be called again after what it gave was closed.
 *
 * Errors: as of `SearchIndex`, and `INDEX_FORMAT` for an index of a newer version of Loci, `UNAVAILABLE` for a server that can't be reached.
 */
export interface IndexHouse {
  /** Null where there is no index. */
  identity(): Promise<string | null>;
  /** What can be told from outside. `absent` and `empty` are no fault of a project that has never been indexed. */
  state(): Promise<{ readonly is: "absent" | "empty" | "damaged" | "present"; readonly detail: string }>;
  /** Opens the index, or makes an empty one. @throws LociError `INDEX_DAMAGED` where `state` says so */
  open(): Promise<SearchIndex>;
  /** What an open index lacks of what it once held; null when nothing. */
  lost(index: SearchIndex): Promise<IndexLoss | null>;
  /** Puts the index away, whatever it holds. Whoever calls has closed what `open` gave, and keeps other processes out. */
  reset(): Promise<void>;
  /** Bytes that it takes, where the engine can tell; else 0. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

/** A vector to keep. */
interface CachedVector {
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
   * @param model as `identityKey` gives it
   */
  get(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, QuantisedVector>>;
  /** Keeps vectors, in one transaction; one that is there already stays as it is. */
  put(model: string, vectors: readonly CachedVector[]): Promise<void>;
  /** Forgets vectors of texts that are to leave no trace, whatever their model; those that aren't there are passed over. */
  remove(model: string, hashes: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
