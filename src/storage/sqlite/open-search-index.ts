import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { Waiting } from "../ports/catalog.ts";
import type { IndexCapabilities, IndexChange, IndexReader, SearchIndex } from "../ports/search-index.ts";
import { checkIndex } from "./check/check-index.ts";
import { openDatabase, readsOnly, truncateLog } from "./database/open-database.ts";
import { storageError } from "./database/storage-error.ts";
import { SerialQueue, transactions } from "./database/transactions.ts";
import { drawerLocations, drawerReader } from "./drawers/drawer-reader.ts";
import { type CacheBounds, PostingsCache, cacheBounds } from "./segment/postings-cache.ts";
import { PassageReader } from "./drawers/passage-reader.ts";
import { DEFAULT_MERGE_POLICY, type MergePolicy, type MergeWork, merger } from "./merge/merger.ts";
import { indexThread } from "./index-thread.ts";
import { FORMAT_VERSION, formatOf, makeTables } from "./schema.ts";
import { countFacets, countPlaces, countWings } from "./search/counting.ts";
import { eligibleDrawers, type KeptEligible } from "./search/eligible.ts";
import { SequenceFinder } from "./search/sorted-lists.ts";
import { APPROXIMATE_FROM, IN_FILE_FROM, type Sizes } from "./search/dense-retriever.ts";
import { findCandidates, linkingDrawers, newestDrawers } from "./search/find-candidates.ts";
import { Numbers } from "./search/top-pool.ts";
import { ScoreBoard } from "../../kernels/kernels.ts";
import { BoundedCache } from "../../caches/bounded-cache.ts";
import { partStore } from "./segment/part-store.ts";
import { segmentSet, type IndexState } from "./segment/segment-set.ts";
import { type CodingOptions, segmentWriter } from "./segment/write-segment.ts";
import { ChangePreparer, indexWriter } from "./write/index-writer.ts";
import { termHashOf } from "./codec/term-pages.ts";
import type { Segment } from "./segment/segment.ts";

/** Number of terms from which on sorting them costs less than reading their pages in any order. */
const MANY = 32;

/** Whether some segment holds each term. Many are looked up in the order in which they are stored, so that each page is read once. */
function containedTerms(segments: readonly Segment[], terms: readonly string[]): readonly boolean[] {
  if (terms.length < MANY) return terms.map((term) => segments.some((segment) => segment.contains(term)));
  const hashes = terms.map(termHashOf);
  const order = Array.from(terms.keys()).sort((a, b) => (hashes[a] as number) - (hashes[b] as number));
  const contained = terms.map(() => false);
  for (const segment of segments) for (const i of order) contained[i] ||= segment.contains(terms[i] as string);
  return contained;
}

/** What may differ from index to index. Nothing but `sizes.approximateFrom` changes an answer. */
export interface SqliteIndexOptions extends CodingOptions {
  /** Drawers of a scope from which on it is searched by codes first, and its vectors stay in the file; see `APPROXIMATE_FROM`. */
  readonly sizes?: Partial<Sizes>;
  readonly merge?: MergePolicy;
  /** Drawers from which on a merge is done by a thread of its own; `APART_FROM` by default. */
  readonly mergeThreadFrom?: number;
  /** How long a write waits for another process, in milliseconds. */
  readonly busyMilliseconds?: number;
  readonly waiting?: Waiting | undefined;
  /** Bounds of what is kept decoded; by default as many as suit the index's size. */
  readonly bounds?: CacheBounds;
}

/** An index in a file, which can be told how many commits copies of it have seen. */
export interface SqliteSearchIndex extends SearchIndex {
  /**
   * Counts commits on from here where fewer were counted, so that what was made anew is told from a copy of what was before. Changes nothing else.
   * @param sequence not negative
   */
  countFrom(sequence: number): Promise<void>;
  /** Merges; see `merger`. What another process or a full disk keeps from being merged is left as it is. @throws storage errors */
  merge(work: MergeWork): Promise<void>;
}

const WHAT = "index";
const PAGE_SIZE = 8192;
const BUSY_MILLISECONDS = 60_000;
/** Cache of small pages of vectors, of which one search reads some 1 MB, most of them twice; others read few of the same, and more would only grow old. */
const ROW_PAGES_BYTES = 3 * 1024 * 1024;
/** What filters let through: that of one wing of ten takes some .4 MB of 476,000 drawers. */
const ELIGIBLE_BYTES = 8 * 1024 * 1024;

/**
 * Opens or creates the index in the file `path`: segments of our own in a SQLite file (see `spec` page 07, and `ARCHITECTURE.md`).
 * Several processes may use one file at once.
 * @throws LociError `INDEX_FORMAT` for a file of a newer Loci, `INDEX_DAMAGED`, `STORAGE_BUSY`, `STORAGE_FAILED`
 * Cost: some milliseconds; what a search needs is read when it is first asked for.
 * @example const index = await openSqliteSearchIndex("index.sqlite");
 */
export async function openSqliteSearchIndex(
  path: string,
  options: SqliteIndexOptions = {},
): Promise<SqliteSearchIndex> {
  const busyMilliseconds = options.busyMilliseconds ?? BUSY_MILLISECONDS;
  const { waiting } = options;
  const database = await openDatabase(path, { what: WHAT, pageSize: PAGE_SIZE, busyMilliseconds, waiting });
  const locks = transactions(database, { what: WHAT, busyMilliseconds, waiting });
  try {
    if (locks.read(() => formatOf(database)) !== FORMAT_VERSION) await locks.write(() => makeTables(database));
    return assemble();
  } catch (error) {
    database.close();
    throw storageError(error, WHAT);
  }

  function assemble(): SqliteSearchIndex {
    const parts = partStore(database, "parts");
    const passageParts = partStore(database, "passages");
    const postings = new PostingsCache(0);
    const pages = new BoundedCache<number, Uint8Array>(0);
    const segments = segmentSet(database, {
      parts,
      rows: new BoundedCache<number, Uint8Array>(ROW_PAGES_BYTES),
      postings,
      pages,
      onSize: (drawers) => {
        const bounds = options.bounds ?? cacheBounds(drawers);
        postings.bound = bounds.postings;
        pages.bound = bounds.pages;
        passages.keepWithin(bounds);
      },
    });
    const passages = new PassageReader(passageParts);
    const locations = drawerLocations(database, segments);
    const drawers = drawerReader(database, { segments, locations, passages });
    const written = segmentWriter(database, parts, options);
    const writer = indexWriter(database, { segments, segmentWriter: written, passages: passageParts });
    const thread = indexThread(database, { ...options, busyMilliseconds });
    const merging = merger(database, {
      transactions: locks,
      segments,
      writer: written,
      policy: options.merge ?? DEFAULT_MERGE_POLICY,
      thread,
    });
    const source = {
      locations,
      passages,
      kept: new BoundedCache<string, KeptEligible>(ELIGIBLE_BYTES),
      board: new ScoreBoard(),
      numbers: new Numbers(),
      sizes: { approximateFrom: APPROXIMATE_FROM, inFileFrom: IN_FILE_FROM, ...options.sizes },
    };
    const countOn = database.prepare("UPDATE state SET sequence = MAX(sequence, ?)");
    const setIdentity = database.prepare("UPDATE state SET model_identity = ?");
    const countEmpty = database.prepare("SELECT scope, COUNT(*) AS n FROM documents WHERE drawers = 0 GROUP BY scope");
    let closed = false;
    const mergeQueue = new SerialQueue();

    /** Merges, one caller at a time. */
    const merge = (work: MergeWork): Promise<void> =>
      mergeQueue.add(async () => {
        if (closed) return;
        await merging.merge(work).catch((thrown) => leaveToLater(thrown, work));
      });

    /** The state that the open transaction sees. */
    let current: IndexState | null = null;
    const read = async <T>(work: (state: IndexState) => T, reader?: object): Promise<T> => {
      checkOpen(closed);
      return locks.read((opened) => {
        if (opened || current === null) current = segments.refresh();
        return work(current);
      }, reader);
    };
    const write = async <T>(work: (state: IndexState) => T): Promise<T> => {
      checkOpen(closed);
      return await locks.write(() => {
        checkOpen(closed);
        return work(segments.refresh());
      });
    };

    const begin = (): IndexChange => {
      checkOpen(closed);
      const preparer = new ChangePreparer();
      return {
        put: (one) => preparer.put(one),
        async apply({ remove, signal }) {
          checkOpen(closed);
          checkSignal(signal);
          const change = preparer.finish(remove);
          const applied = await write((state) => {
            checkSignal(signal);
            return writer.apply(change, state);
          });
          await merge({ kind: "run", written: applied.added + applied.kept });
          return applied;
        },
      };
    };

    const capabilities = capabilitiesOf(passages);
    const reads = (reader?: object): IndexReader => ({
      capabilities,

      sequence: () => read((state) => state.sequence, reader),

      candidates: async (query) => {
        const finder = new SequenceFinder(passages, query);
        return await finder.inTurns(() =>
          read((state) => {
            checkSignal(query.signal);
            return findCandidates(segments, query, { source, state, finder });
          }, reader),
        );
      },

      messageParts: (visible) =>
        read(() => {
          const seen = segments.visible(visible);
          const drawers = seen.reduce((sum, { live }) => sum + live.drawers, 0);
          const messages = drawers - seen.reduce((sum, segment) => sum + segment.continued(), 0);
          return messages === 0 ? 1 : drawers / messages;
        }, reader),
      drawers: (visible) =>
        read(() => segments.visible(visible).reduce((sum, { live }) => sum + live.drawers, 0), reader),

      contains: (terms, visible) => read(() => containedTerms(segments.visible(visible), terms), reader),

      get: (ids, visible) => read((state) => drawers.get(ids, visible, state.layout), reader),

      documentDrawers: (ref, visible, { from = 0, to = Number.POSITIVE_INFINITY } = {}) =>
        read(({ layout }) => drawers.documentDrawers(ref, visible, { from, to, layout }), reader),

      recent: async (visible, { excluded = [], from = 0, ...filter }, limit) => {
        const finder = new SequenceFinder(passages, { phrases: [], excluded });
        return await finder.inTurns(() =>
          read(() => {
            const seen = segments.visible(visible);
            return newestDrawers(seen, eligibleDrawers(seen, { filter, finder }, source), [from, limit]);
          }, reader),
        );
      },
    });

    return {
      ...reads(),
      readsOnly: readsOnly(database),

      reader: () => reads({}),

      awaitWriting: () => locks.write(() => undefined),
      modelIdentity: () => read((state) => state.model_identity),
      async setModelIdentity(identity) {
        const stored = await read((state) => state.model_identity);
        if (stored === identity) return;
        await write((state) => {
          checkIdentity(state.model_identity, identity);
          setIdentity.run(identity);
        });
      },

      async countFrom(sequence) {
        await write(() => void countOn.run(sequence));
      },

      async apply({ put, remove, signal }) {
        const change = begin();
        for (const one of put) {
          checkSignal(signal);
          change.put(one);
        }
        return await change.apply({ remove, ...(signal && { signal }) });
      },

      begin,

      documents: (source) => read(() => drawers.documents(source)),
      documentWrites: () => read(() => drawers.documentWrites()),

      resolve: (prefix, visible, limit) => read(() => drawers.resolve(prefix, visible, limit)),

      linking: (visible) => read(() => linkingDrawers(segments.visible(visible))),

      counts: (visible) =>
        read(() => {
          const empty = countEmpty.all() as { scope: string; n: number }[];
          const counts = { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };
          for (const { scope, n } of empty)
            if (visible === "all" || (visible as readonly string[]).includes(scope)) counts.documents += n;
          for (const { live } of segments.visible(visible)) {
            counts.documents += live.documents;
            counts.drawers += live.drawers;
            counts.vectors += live.vectors;
            counts.tokens += live.tokens;
            counts.textBytes += live.textBytes;
          }
          return counts;
        }),

      facets: (visible, filter) =>
        read(() => {
          const seen = segments.visible(visible);
          return countFacets(seen, eligibleDrawers(seen, { filter }, source));
        }),

      wings: (visible) => read(() => countWings(segments.visible(visible))),

      places: (visible, filter) =>
        read(() => {
          const seen = segments.visible(visible);
          return countPlaces(seen, Object.keys(filter).length === 0 ? null : eligibleDrawers(seen, { filter }, source));
        }),

      check: async (deep, current) => {
        const drawers = await read(() => segments.all().reduce((sum, { live }) => sum + live.drawers, 0));
        const apart =
          thread !== null && drawers >= thread.from
            ? await mergeQueue.add(async () => await thread.check({ kind: "check", deep, current }))
            : null;
        return apart ?? (await read(() => checkIndex({ database, segments, passages }, deep, current)));
      },

      merge,

      async settle(written) {
        checkOpen(closed);
        await merge(written === undefined ? { kind: "all" } : { kind: "settle", written });
      },

      async purge() {
        checkOpen(closed);
        await merge({ kind: "purge" });
        await truncateLog(database, WHAT);
      },

      async close() {
        if (closed) return;
        closed = true;
        await Promise.all([mergeQueue.ended(), locks.idle()]);
        await thread?.close();
        database.close();
      },
    };
  }
}

/**
 * What was to be written is committed. A merge only saves time, and the next write tries it again: another process at work, or a full disk, is no
 * reason to report a failure of something that succeeded; what is to be forgotten is there until it is done.
 */
const MERGED_LATER: ReadonlySet<string> = new Set(["STORAGE_BUSY", "STORAGE_FULL", "CANCELLED"]);

function leaveToLater(error: unknown, { kind }: MergeWork): void {
  if (kind === "purge" || !(error instanceof LociError && MERGED_LATER.has(error.code))) throw error;
}

const capabilitiesOf = (passages: PassageReader): IndexCapabilities => ({
  get keepsDrawers() {
    return passages.keepsDrawers;
  },
  writesFarAway: false,
});

function checkOpen(closed: boolean): void {
  if (closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
}

function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new LociError("CANCELLED", "the call was cancelled; nothing was changed");
}

function checkIdentity(stored: string | null, next: string): void {
  if (stored !== null && stored !== next)
    throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${stored}', not of '${next}'`, {
      hint: step`set the embedding model back, or run ${operation("data rebuild")}`,
      details: { stored, configured: next },
    });
}
