import fc from "fast-check";
import type { VisibleScopes, Scope } from "../../../src/model/caller.ts";
import type { DrawerFilter } from "../../../src/model/search.ts";
import type { Candidate, CandidateQuery } from "../../../src/storage/ports/candidates.ts";
import type { DocumentRef, DocumentWrite, SearchIndex } from "../../../src/storage/ports/search-index.ts";
import {
  DIMENSION,
  idOf,
  sampleDocument,
  sampleQuery,
  vectorOf,
  type DocumentSample,
  type DrawerSample,
} from "./sample.ts";

/** Random histories that a property is tried with: `usual`, or as many as `LOCI_TEST_HISTORIES` says, for a long run. */
export function historyRuns(usual: number): number {
  return Number(process.env["LOCI_TEST_HISTORIES"] ?? usual);
}

/** One call of `apply`. */
export interface Change {
  readonly put: readonly DocumentWrite[];
  readonly remove: readonly DocumentRef[];
}

const WORDS = ["apple", "banana", "cherry", "date", "elder", "fig", "grape", "hazel", "iris", "juniper"] as const;
const SCOPES: readonly Scope[] = ["kb", "admin", "user:1", "user:2"];
const SOURCES = ["notes", "chats"] as const;
const PATHS = ["a.md", "b.md", "c/d.md", "e.md", "f.md"] as const;
/** Names that every object has are names like others. */
const WINGS = ["alice", "bob", "constructor", "__proto__"] as const;
const ROOMS = ["auth", "billing", "search", "toString"] as const;
const DATES = ["2024-01-01", "2024-06-15T12:00:00Z", "2025-03-01", "not a date"] as const;

const word = fc.constantFrom(...WORDS);
/** Skewed, so that some terms stand in most drawers and some repeat within one. */
const text = fc.oneof(
  { arbitrary: fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => list.join(" ")), weight: 8 },
  { arbitrary: word.map((one) => Array(20).fill(one).join(" ")), weight: 1 },
  { arbitrary: fc.constantFrom("", "é\u0000 \ud800 x", "日本語の本", "---\n```ts\ngetUserName()\n```\n"), weight: 1 },
);
const vector = fc.option(
  fc.array(fc.integer({ min: -100, max: 100 }), { minLength: DIMENSION, maxLength: DIMENSION }),
  { freq: 8, nil: null },
);

const drawer: fc.Arbitrary<DrawerSample> = fc.record({
  text,
  heading: fc.oneof(fc.constant(""), word),
  breadcrumb: fc.array(word, { maxLength: 2 }),
  names: fc.array(word, { maxLength: 2 }),
  caption: fc.option(text, { freq: 1, nil: null }),
  wing: fc.constantFrom(...WINGS),
  elementType: fc.constantFrom("paragraph", "table", "toc_entry"),
  hall: fc.constantFrom("facts", "events", "advice", null),
  room: fc.constantFrom(...ROOMS),
  topicalHalls: fc.subarray(["technical", "travel"]),
  date: fc.option(fc.constantFrom(...DATES), { nil: null }),
  message: fc.option(
    fc.record({
      chat: fc.constantFrom("c1", "c2"),
      session: fc.constant("s"),
      ids: fc.constant(["m1"]),
      role: fc.constantFrom("user", "assistant"),
      author: fc.option(fc.constantFrom("Ann", "Ben"), { nil: null }),
      time: fc.constant(null),
    }),
    { freq: 1, nil: null },
  ),
  vector,
  signals: fc.integer({ min: 0, max: 255 }).map((bits) => bits | ((bits & 2) << 15)),
});

const document: fc.Arbitrary<DocumentSample> = fc.record({
  path: fc.constantFrom(...PATHS),
  source: fc.constantFrom(...SOURCES),
  scope: fc.constantFrom(...SCOPES),
  type: fc.constantFrom("md", "txt"),
  drawers: fc.array(drawer, { maxLength: 6 }),
});

/** One change: documents put (each at most once) and removed. */
const anyChange: fc.Arbitrary<Change> = fc
  .record({
    put: fc.uniqueArray(document, { maxLength: 3, selector: ({ source, path }) => `${source}/${path}` }),
    remove: fc.array(fc.record({ source: fc.constantFrom(...SOURCES), path: fc.constantFrom(...PATHS) }), {
      maxLength: 1,
    }),
  })
  .map(({ put, remove }) => ({ put: put.map(sampleDocument), remove }));

export const anyHistory: fc.Arbitrary<readonly Change[]> = fc.array(anyChange, { minLength: 1, maxLength: 10 });

export const anyVisible: fc.Arbitrary<VisibleScopes> = fc.oneof(fc.constant("all" as const), fc.subarray([...SCOPES]));

const instants = fc.constantFrom(
  Date.parse("2024-01-01"),
  Date.parse("2024-06-15T12:00:00Z"),
  Date.parse("2024-12-01"),
);

/** Filters of which most fields are absent. */
const anyFilter: fc.Arbitrary<DrawerFilter> = fc.record(
  {
    wings: fc.subarray([...WINGS, "nobody"]),
    halls: fc.subarray(["facts", "events", "technical", "travel"]),
    rooms: fc.subarray([...ROOMS]),
    places: fc.array(fc.record({ wing: fc.constantFrom(...WINGS, "nobody"), room: fc.constantFrom(...ROOMS) }), {
      maxLength: 3,
    }),
    sources: fc.subarray([...SOURCES]),
    documentTypes: fc.subarray(["md", "txt"]),
    elementTypes: fc.subarray(["paragraph", "table", "toc_entry"]),
    roles: fc.subarray(["user", "assistant"]),
    excludeSources: fc.subarray([...SOURCES]),
    paths: fc.subarray([...PATHS]),
    since: instants,
    before: instants,
    excludeIds: fc.array(
      fc
        .record({ source: fc.constantFrom(...SOURCES), path: fc.constantFrom(...PATHS), text })
        .map(({ source, path, text: t }) => idOf(`${source}|${path}|0|${t}`)),
      {
        maxLength: 3,
      },
    ),
  },
  { requiredKeys: [] },
);

/** The terms that `WORDS` are found by; stems differ from the words. */
const TERMS = [
  "appl",
  "banana",
  "cherri",
  "date",
  "elder",
  "fig",
  "grape",
  "hazel",
  "iri",
  "junip",
  "getusernam",
  "日本",
  "missing",
] as const;
const sequence = fc.array(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 2 });

export const anyQuery: fc.Arbitrary<CandidateQuery> = fc
  .record({
    visible: anyVisible,
    filter: fc.oneof(fc.constant({}), anyFilter),
    terms: fc.uniqueArray(
      fc.record({ term: fc.constantFrom(...TERMS), weight: fc.constantFrom(1, 0.3, 0.17), original: fc.boolean() }),
      { maxLength: 6, selector: ({ term }) => term },
    ),
    phrases: fc.oneof(
      { arbitrary: fc.constant([]), weight: 4 },
      { arbitrary: fc.array(sequence, { maxLength: 2 }), weight: 1 },
    ),
    excluded: fc.oneof(
      { arbitrary: fc.constant([]), weight: 4 },
      { arbitrary: fc.array(sequence, { maxLength: 2 }), weight: 1 },
    ),
    files: fc.constantFrom([], ["d.md"], ["c/d.md", "b.md", "none.md"]),
    vector: fc.option(
      fc.array(fc.integer({ min: -100, max: 100 }), { minLength: DIMENSION, maxLength: DIMENSION }).map(vectorOf),
      { nil: null },
    ),
    fieldWeights: fc.constantFrom(
      { heading: 1, content: 1, breadcrumb: 1 },
      { heading: 2.3, content: 1, breadcrumb: 0.7 },
      { heading: 0, content: 1.1, breadcrumb: 0 },
    ),
    radii: fc.constantFrom([], [1], [1, 3, 6]),
    context: fc.constantFrom("all", "messages"),
    spread: fc.constantFrom([], [0.3], [0.4, 0.15]),
    pool: fc.record({ lexical: fc.integer({ min: 0, max: 8 }), dense: fc.integer({ min: 0, max: 8 }) }),
  })
  .map(sampleQuery);

/** Applies a history, change by change. */
export async function replay(index: SearchIndex, history: readonly Change[]): Promise<void> {
  for (const change of history) await index.apply(change);
}

/** The documents that a history ends with, in some order. */
export function outcome(history: readonly Change[]): readonly DocumentWrite[] {
  const left = new Map<string, DocumentWrite>();
  for (const { put, remove } of history) {
    for (const { source, path } of remove) left.delete(`${source}/${path}`);
    for (const write of put) {
      left.delete(`${write.document.source}/${write.document.path}`);
      left.set(`${write.document.source}/${write.document.path}`, write);
    }
  }
  return [...left.values()];
}

/** In order, and with documents numbered as they first appear in it: what engines may choose for themselves. */
function comparable(candidates: readonly Candidate[]): readonly Candidate[] {
  const ordered = candidates.map(plain).sort((a, b) => (a.id < b.id ? -1 : 1));
  const numbers = new Map<number, number>();
  for (const { document } of ordered) if (!numbers.has(document)) numbers.set(document, numbers.size);
  return ordered.map((candidate) => ({ ...candidate, document: numbers.get(candidate.document) as number }));
}

/** All that a candidate says, whatever it is made of. */
function plain(candidate: Candidate): Candidate {
  const {
    id,
    document,
    lexical,
    coverage,
    windows,
    documentCoverage,
    dense,
    denseBefore,
    denseAfter,
    documentDense,
    named,
    signals,
    signalsBefore,
    author,
    hall,
    date,
  } = candidate;
  return {
    id,
    document,
    lexical,
    coverage,
    windows,
    documentCoverage,
    dense,
    denseBefore,
    denseAfter,
    documentDense,
    named,
    signals,
    signalsBefore,
    author,
    hall,
    date,
  };
}

/** Everything that an index answers, as one value; without `sequence`, which counts changes. */
export async function everyAnswer(
  index: SearchIndex,
  queries: readonly CandidateQuery[],
  writes: readonly DocumentWrite[],
): Promise<unknown> {
  const ids = writes.flatMap(({ drawers }) => drawers.map(({ drawer: one }) => one.id)).sort();
  const answers: unknown[] = [await index.documents(), await index.documents("notes")];
  for (const query of queries) {
    const { sequence: _, candidates, ...set } = await index.candidates(query);
    answers.push(
      set,
      comparable(candidates),
      await index.counts(query.visible),
      await index.drawers(query.visible),
      await index.facets(query.visible, query.filter),
      await index.wings(query.visible),
      await index.recent(query.visible, query.filter, 5),
      await index.recent(query.visible, { ...query.filter, from: 3 }, 9),
      await index.recent(query.visible, { ...query.filter, excluded: query.excluded }, 5),
    );
    answers.push(await index.places(query.visible, query.filter), await index.places(query.visible, {}));
    answers.push(
      await index.contains(TERMS, query.visible),
      await index.get([...ids, idOf("absent")], query.visible),
      await index.resolve("", query.visible, 7),
    );
    answers.push(await index.resolve((ids[0] ?? "").slice(0, 3), query.visible, 3));
    for (const { document: ref } of writes)
      answers.push(
        await index.documentDrawers(ref, query.visible),
        await index.documentDrawers(ref, query.visible, { from: 1, to: 2 }),
      );
  }
  return answers;
}
