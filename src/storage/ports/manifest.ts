import type { VisibleScopes, Scope } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import type { IndexCounts, PlaceCount } from "./search-index.ts";

/** Drawers of one document that are alike in all that places and facets count. */
export interface PlaceGroup extends PlaceCount {
  readonly topicalHalls: readonly string[];
}

/** What the manifest keeps of a version of a document. It never changes. */
export interface ManifestEntry extends Omit<IndexCounts, "documents"> {
  readonly document: Document;
  /** Drawers that go on with the message of the one before (`Signal.continues`). */
  readonly continued: number;
  /** Whether one of its drawers is a message. */
  readonly messages: boolean;
  readonly groups: readonly PlaceGroup[];
}

/** A version of a document that is ready. Numbers are never given twice. */
export interface ManifestDocument extends ManifestEntry {
  readonly number: number;
}

/** How an index stands as a whole. */
export interface ManifestState {
  /** Names the index on its server; another one after each `clear`. */
  readonly name: string;
  readonly sequence: number;
  readonly model: string | null;
  readonly dimension: number | null;
}

/** What a search must know before it asks the server; all of one committed state. */
export interface ManifestSnapshot {
  readonly state: ManifestState;
  /** Of the visible scopes. */
  readonly counts: IndexCounts;
  /** Of them, drawers that go on with a message. */
  readonly continued: number;
  /** Visible drawers that hold each term, in the order asked. */
  readonly termFrequencies: readonly number[];
  /** Versions of visible scopes that may stand on the server and must not be seen: pending ones, and those that were replaced or removed. */
  readonly hidden: readonly number[];
}

/** A version that isn't ready. */
export interface ManifestLeftover {
  readonly number: number;
  readonly status: "pending" | "dead";
  readonly owner: string;
  /** Milliseconds since the epoch, by the owner's clock, when he last said that he is at work. */
  readonly beat: number;
}

/** One change, complete. */
export interface ManifestCommit {
  readonly owner: string;
  /** Pending versions that become ready. */
  readonly ready: readonly number[];
  /** What the change goes by: the ready version of each document that is replaced or removed; null where there is none. */
  readonly targets: readonly { readonly source: string; readonly path: string; readonly number: number | null }[];
  /** Changes of the number of drawers that hold a term, by scope. */
  readonly terms: ReadonlyMap<Scope, ReadonlyMap<number, number>>;
  readonly dimension: number | null;
}

/**
 * The transactions of an engine whose server has none. Which versions of which documents are true stands here; the server only holds drawers.
 *
 * A document is uploaded as a new version that is `pending`, which nobody sees. `commit` makes all versions of a change `ready` and those that they
 * replace `dead`, with the statistics of words, in one transaction: that is the moment at which everybody sees all of the change. Dead and
 * abandoned versions are then taken off the server and forgotten. Whoever is killed at any point leaves versions that aren't ready, which the
 * next writer undoes.
 *
 * Contract: every call is one transaction, seen by all processes when it has resolved. What `commit` refuses changes nothing.
 */
export interface Manifest {
  /** Null before the first `make`. */
  state(): Promise<ManifestState | null>;
  /** Begins an index where there is none, under this name; gives the one that is there. */
  make(name: string): Promise<ManifestState>;
  /** Forgets everything. */
  clear(): Promise<void>;
  setModel(identity: string): Promise<void>;

  snapshot(visible: VisibleScopes, terms: readonly number[]): Promise<ManifestSnapshot | null>;
  /** Ready versions by number; others are left out. */
  documents(numbers: readonly number[]): Promise<readonly ManifestDocument[]>;
  /** The numbers of all ready versions. */
  numbers(): Promise<readonly number[]>;
  /** The ready versions of documents, in the order asked; null where there is none. */
  find(refs: readonly { readonly source: string; readonly path: string }[]): Promise<readonly (number | null)[]>;

  /** Writes down versions that are about to be uploaded, and gives their numbers. */
  prepare(entries: readonly ManifestEntry[], owner: string, now: number): Promise<readonly number[]>;
  beat(owner: string, now: number): Promise<void>;
  /**
   * @returns null where a target is another one by now: the change must be worked out again
   * @throws LociError `STORAGE_FAILED` for vectors of another dimension than those stored, or when a version isn't pending any more
   */
  commit(change: ManifestCommit): Promise<{ readonly sequence: number } | null>;
  leftovers(): Promise<readonly ManifestLeftover[]>;
  /** Forgets versions that aren't ready, whose drawers are off the server. */
  forget(numbers: readonly number[]): Promise<void>;

  close(): Promise<void>;
}
