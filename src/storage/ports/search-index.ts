import type { VisibleScopes } from "../../model/caller.ts";
import type { Document, Drawer, PalaceRow } from "../../model/drawer.ts";
import type { DrawerFilter } from "../../model/search.ts";
import type { QuantisedVector } from "../../model/vector.ts";
import type { CandidateQuery, CandidateSet } from "./candidates.ts";

/** Names a document inside a project. */
export interface DocumentRef {
  readonly source: string;
  readonly path: string;
}

export interface DrawerWrite {
  readonly drawer: Drawer;
  /** Null while vectors are still being computed or no model is there: the drawer is found lexically. */
  readonly vector: QuantisedVector | null;
  /** Bits of `Signal`. */
  readonly signals: number;
}

/** A document with all its drawers, in document order. */
export interface DocumentWrite {
  readonly document: Document;
  readonly drawers: readonly DrawerWrite[];
}

/** What one `apply` changed. `kept` drawers had the same id before and after. */
export interface Applied {
  readonly added: number;
  readonly kept: number;
  readonly removed: number;
  /** The change sequence after the commit. */
  readonly sequence: number;
}

/** A change that documents go into as they are ready; see `SearchIndex.begin`. */
export interface IndexChange {
  /**
   * Takes a document. What is to be done with its texts is done now, on this thread; nothing is read or written. Named twice, the last one
   * counts.
   * @throws LociError `TOO_LARGE`, `STORAGE_FAILED` for drawers that can't be stored; the change is then to be dropped
   */
  put(write: DocumentWrite): void;
  /** As `SearchIndex.apply` with the documents taken so far. Once a change. */
  apply(rest: { readonly remove: readonly DocumentRef[]; readonly signal?: AbortSignal }): Promise<Applied>;
}

export interface StoredDrawer {
  readonly drawer: Drawer;
  readonly document: Document;
  /** 0-based place among the drawers of its document. */
  readonly position: number;
  readonly documentSize: number;
  /** Ids of the drawers before and after it in its document. */
  readonly before: string | null;
  readonly after: string | null;
}

/** How much there is, of what a caller may see. */
export interface IndexCounts {
  readonly documents: number;
  readonly drawers: number;
  readonly vectors: number;
  /** Terms indexed, over all fields. */
  readonly tokens: number;
  /** UTF-8 bytes of the drawers' texts. */
  readonly textBytes: number;
}

/** Drawer counts by value. Keys sorted. */
export interface Facets {
  readonly wings: Readonly<Record<string, number>>;
  readonly sources: Readonly<Record<string, number>>;
  /** wing → hall → count; drawers without a hall are not counted. */
  readonly hallsByWing: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Drawers of one wing, room and cognitive hall; `first` and `last` are content dates, ISO 8601, whose days depend on who reads. */
export interface PlaceCount extends PalaceRow {
  /** The drawer that `recent` gives first, and its content date in milliseconds; null where none of them has one. */
  readonly newest: { readonly id: string; readonly time: number | null };
}

export interface IndexFinding {
  readonly severity: "error" | "warning";
  readonly what: string;
  readonly next: string;
}

/** What an engine can, as values; shared code asks these and never which engine it is. */
export interface IndexCapabilities {
  /**
   * Whether `get` gives the same object for a drawer that is found again, so that what is worked out of it is worth keeping. May change as the
   * index grows.
   */
  readonly keepsDrawers: boolean;
  /** Whether `apply` mostly waits, for a server: a run gets its next batch ready meanwhile. */
  readonly writesFarAway: boolean;
}

export interface IndexReader {
  readonly capabilities: IndexCapabilities;

  /** Rises with every commit, of any process. Cost: one cheap read. */
  sequence(): Promise<number>;

  /** Candidates of both retrievers with their features, best of each retriever; see `CandidateQuery`. */
  candidates(query: CandidateQuery): Promise<CandidateSet>;

  /** Visible drawers. Cost: none; `counts` tells more. */
  drawers(visible: VisibleScopes): Promise<number>;

  /**
   * Drawers a message on the average, of all visible drawers: what goes on with a message (`Signal.continues`) is a part of it, what is no message
   * is one by itself. 1 without drawers. Cost: none.
   */
  messageParts(visible: VisibleScopes): Promise<number>;

  /** Whether a visible drawer holds each term (in any field). Same order as asked. One call for many terms: an engine may be a network away. */
  contains(terms: readonly string[], visible: VisibleScopes): Promise<readonly boolean[]>;

  /** Drawers by id, in the order asked; unknown and invisible ids are left out. */
  get(ids: readonly string[], visible: VisibleScopes): Promise<readonly StoredDrawer[]>;

  /** Drawers `from`…`to` (0-based, inclusive, clipped) of a document, in order; empty when it is not there or not visible. */
  documentDrawers(
    ref: DocumentRef,
    visible: VisibleScopes,
    range?: { readonly from?: number; readonly to?: number },
  ): Promise<readonly StoredDrawer[]>;

  /**
   * Ids of the newest drawers by content date, then id, up to the place `limit`; those without a date come last.
   * @param filter with token sequences that a drawer must not hold, as in `CandidateQuery`, and the place to begin `from`; none, and 0, where left out
   */
  recent(
    visible: VisibleScopes,
    filter: DrawerFilter & Partial<Pick<CandidateQuery, "excluded">> & { readonly from?: number },
    limit: number,
  ): Promise<readonly string[]>;
}

/**
 * Here is an id, give me the drawer; here is a query, give me candidates.
 *
 * Contract, for every engine:
 * - **Atomic.** `apply` changes everything it was given or nothing; no reader ever sees half a document, and there is no
 *   moment at which a replaced document is absent.
 * - **Visible.** When `apply` has resolved, every later call of this process sees it; other processes see it from their next call, but for
 *   a `reader` at work. Each call answers from one committed state; two calls may see two states, told apart by `sequence`.
 * - **Bounded.** `visible` is applied before anything is counted or scored: what a caller can't see changes no number of
 *   any answer.
 * - **Verbatim.** Text, caption, heading, breadcrumb, spans, message ids come back exactly as they went in.
 * - **Ordered.** Same state and same arguments give the same answer in the same order; ties break by ascending drawer id.
 * - **History-free.** Any order of put, replace and remove that ends with the same documents gives the same answers (bit for bit); of
 *   candidates the same ones, in whatever order.
 * - Calls may overlap; writers wait for each other. After `close` every call throws `STORAGE_FAILED`.
 *
 * Errors of every call: `STORAGE_FAILED`, `STORAGE_BUSY`, `STORAGE_FULL`, `INDEX_DAMAGED`, `CANCELLED`.
 */
export interface SearchIndex extends IndexReader, IndexWriter {
  /** Set where it was opened on a full disk, or a medium to read only: it takes no write while it is open, though another opening might. */
  readonly readsOnly?: boolean;

  /** The model whose vectors are stored, as `identityKey` gives it; null before the first vector. */
  modelIdentity(): Promise<string | null>;

  /**
   * The same reads for one search: where nothing waits or writes between them, an engine may answer several from one committed state, which
   * saves looking for the last one each time. Needs no closing.
   */
  reader(): IndexReader;

  /** The documents of one source, or of all, sorted by source and path. Not bounded by scope: for ingest and the owner only. */
  documents(source?: string): Promise<readonly Document[]>;

  /**
   * A number for each document, by `${source}\n${path}`, that no other write of it has in this opened index: what was worked out of one holds as long
   * as its number is the same. Not bounded by scope. Cost: a pass over the documents' names.
   */
  documentWrites(): Promise<ReadonlyMap<string, number>>;

  /** Full ids of visible drawers that begin with `prefix` (hex), ascending, at most `limit`. */
  resolve(prefix: string, visible: VisibleScopes, limit: number): Promise<readonly string[]>;

  /** Ids of visible drawers that link to another document (`Signal.linking`), ascending. Cost: a pass over a column; a server reads them all. */
  linking(visible: VisibleScopes): Promise<readonly string[]>;

  counts(visible: VisibleScopes): Promise<IndexCounts>;
  facets(visible: VisibleScopes, filter: DrawerFilter): Promise<Facets>;

  /** `wings` of all visible drawers' facets. Cost: the wings; an engine far away may read more. */
  wings(visible: VisibleScopes): Promise<Facets["wings"]>;

  /**
   * How many drawers stand where, sorted by wing, room and hall (code units).
   * Cost without a filter: what changed since the last call, and the places; never a scan of all drawers for each call.
   */
  places(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly PlaceCount[]>;

  /**
   * Checks the index against itself; `deep` recomputes postings of a sample from the texts. Changes nothing.
   * @param current sources whose drawers were made by the rules of today; all by default. Postings of others are no fault where they differ from what
   *   their texts come to now
   */
  check(deep: boolean, current?: ReadonlySet<string>): Promise<readonly IndexFinding[]>;

  close(): Promise<void>;
}

interface IndexWriter {
  /** Resolves when nobody keeps it from being written: asked before files are changed whose text it is to hold. Absent where nobody can. */
  awaitWriting?(): Promise<void>;

  /** States whose vectors follow. @throws LociError `MODEL_MISMATCH` when another model's are stored. */
  setModelIdentity(identity: string): Promise<void>;

  /**
   * Replaces documents (all drawers of each) and removes others, in one transaction. A document in both lists is replaced.
   * Removing what isn't there is not an error. Drawer ids are unique in a project: a `put` whose drawer id stands in another
   * document throws `STORAGE_FAILED` and changes nothing.
   */
  apply(change: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied>;

  /** Begins an `apply` whose documents come one by one. It holds no lock; one that is dropped changes nothing. */
  begin(): IndexChange;

  /**
   * A run of changes has ended: the engine may put in order what they left in pieces. Answers stay the same.
   * @param written drawers that the run has written, for no more work than a share of theirs; absent: everything is put in order
   */
  settle(written?: number): Promise<void>;

  /**
   * Takes out of the engine's own files what removed drawers have left there: when it resolves, no byte of their text stands
   * in them. Answers stay the same. A reader of another process that is in the middle of an answer may delay it for some seconds.
   * Cost: rewrites the engine's file.
   * @throws LociError `STORAGE_BUSY` where such a reader stays, `STORAGE_FULL`
   */
  purge(): Promise<void>;
}

type Counts = Map<string, number>;

/** Drawers that are alike in all that facets count. */
interface AlikeDrawers {
  readonly wing: string;
  /** The cognitive hall, if it is sure, and the topical ones. */
  readonly halls: readonly string[];
  readonly source: string;
}

/** Adds up `Facets`, the same for every engine. A drawer counts in its cognitive hall and in each topical one. */
export class FacetTally {
  readonly #wings: Counts = new Map();
  readonly #sources: Counts = new Map();
  readonly #hallsByWing = new Map<string, Counts>();

  add({ wing, halls, source }: AlikeDrawers, drawers: number): void {
    add(this.#wings, wing, drawers);
    add(this.#sources, source, drawers);
    for (const hall of halls) add(group(this.#hallsByWing, wing), hall, drawers);
  }

  facets(): Facets {
    return {
      wings: sorted(this.#wings),
      sources: sorted(this.#sources),
      hallsByWing: Object.fromEntries(byKey(this.#hallsByWing).map(([wing, counts]) => [wing, sorted(counts)])),
    };
  }
}

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function group(groups: Map<string, Counts>, key: string): Counts {
  let counts = groups.get(key);
  if (counts === undefined) groups.set(key, (counts = new Map()));
  return counts;
}

const byKey = <Value>(entries: ReadonlyMap<string, Value>): [string, Value][] =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

const sorted = (counts: Counts): Readonly<Record<string, number>> => Object.fromEntries(byKey(counts));

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
