import { saturation, idf } from "../../ports/searched-fields.ts";
import type { CandidateQuery } from "../../ports/candidates.ts";
import { ONCE, type Postings, unpackCounts, WIDE, type FieldCounts } from "../codec/postings.ts";
import { REACH, type ScoreBoard } from "../../../kernels/kernels.ts";
import type { Segment } from "../segment/segment.ts";
import type { Eligible } from "./eligible.ts";
import { lastAtMost } from "../codec/bytes.ts";
import { gallop } from "./sorted-lists.ts";
import { lengthOf } from "../segment/postings-cache.ts";
import type { TopPool } from "./top-pool.ts";

export interface LexicalChoice {
  readonly lexical: LexicalQuery;
  readonly eligible: Eligible;
  readonly spread: CandidateQuery["spread"];
  /** Memory for scores. */
  readonly board: ScoreBoard;
}

/** Drawers of a window: what is known of so many stays near the processor. A larger document has one of its own. */
const WINDOW = 2_048;
/** A term's drawers of a segment, and how far they were read. */
interface Reading {
  readonly postings: Postings;
  readonly factor: number;
  at: number;
}

/** Whole documents side by side, so that no drawer outside is a neighbour of one inside. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly scores: Float64Array;
}

/**
 * Offers each eligible drawer's prior (its lexical score and shares of its neighbours' in the document) to the pool, where it is > 0.
 * Cost: some 3 ns a posting, and .5 ns a drawer; windows without an eligible drawer are passed over.
 */
export function chooseLexical(segments: readonly Segment[], choice: LexicalChoice, pool: TopPool): void {
  const { lexical, eligible, spread, board } = choice;
  segments.forEach((segment, s) => {
    const readings = lexical.terms.flatMap((_, t): readonly Reading[] => {
      const postings = lexical.postings[t]?.[s] ?? null;
      return postings === null ? [] : [{ postings, factor: lexical.factors[t] as number, at: postings.first }];
    });
    const ordinals = eligible.ordinals[s] ?? null;
    if (readings.length === 0 || ordinals?.length === 0) return;
    const { starts, length } = segment.columns();
    const mask = eligible.mask(s);
    let next = 0;
    for (let document = 0; document < segment.documents;) {
      if (ordinals !== null) {
        while (next < ordinals.length && (ordinals[next] as number) < (starts[document] as number)) next++;
        if (next === ordinals.length) return;
        if ((ordinals[next] as number) >= (starts[document + 1] as number))
          document = lastAtMost(starts, ordinals[next] as number);
      }
      const first = document;
      const from = starts[first] as number;
      do document++;
      while (document < segment.documents && (starts[document + 1] as number) - from <= WINDOW);
      const to = starts[document] as number;
      const window = { from, to, scores: board.take(to - from) };
      try {
        if (addTerms(lexical, readings, length, window))
          offerPriors({ s, starts, first, spread, mask, board }, window, pool);
      } finally {
        window.scores.fill(0);
      }
    }
  });
}

/**
 * Adds the terms' shares of BM25 to the scores of the drawers that hold them: term after term in the query's order, so that a score is the sum in exactly
 * the order of the contract.
 * @returns whether any stands in the window
 */
function addTerms(
  { table, fieldWeights, averageLength, once }: LexicalQuery,
  readings: readonly Reading[],
  length: Uint32Array,
  { from, to, scores }: Window,
): boolean {
  let any = false;
  for (const reading of readings) {
    const { postings, factor } = reading;
    const { ordinals, codes, end } = postings;
    let i = gallop(ordinals, reading.at, end, from);
    for (; i < end; i++) {
      const ordinal = ordinals[i] as number;
      if (ordinal >= to) break;
      const terms = length[ordinal] as number;
      const share =
        codes[i] === ONCE && terms < once.length
          ? (once[terms] as number)
          : saturation(occurrences(postings, i, table, fieldWeights), terms, averageLength);
      const place = ordinal - from + REACH;
      scores[place] = (scores[place] as number) + factor * share;
      any = true;
    }
    reading.at = i;
  }
  return any;
}

/** Tolerance for rounding in a bound, many times the error of the few additions of a prior. */
const SLACK = 1 - 1e-9;

/**
 * A bound that knows nothing of documents passes over nearly all drawers that can't get in. It looks two neighbours far and takes shares ≥ 0 for granted
 * (scores are); for other spreads each prior is worked out. Deleted drawers have no scores, nor have their neighbours in the document, so they never come
 * in.
 */
function offerPriors(
  given: {
    /** The segment among the visible ones, where its documents start, and the first of the window. */
    readonly s: number;
    readonly starts: Uint32Array;
    readonly first: number;
    readonly spread: readonly number[];
    /** 1 for each eligible drawer of the segment; null: all. */
    readonly mask: Uint8Array | null;
    readonly board: ScoreBoard;
  },
  { from, to, scores }: Window,
  pool: TopPool,
): void {
  const { s, starts, first, spread, mask, board } = given;
  let document = first;
  const consider = (at: number): void => {
    const ordinal = from + at;
    if (mask !== null && mask[ordinal] === 0) return;
    while ((starts[document + 1] as number) <= ordinal) document++;
    const start = (starts[document] as number) - from;
    const end = (starts[document + 1] as number) - from;
    const prior = priorOf(scores, spread, { at, start, end });
    if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, ordinal);
  };
  const [nearest = 0, next = 0] = spread;
  if (spread.length > REACH || spread.some((share) => !(share >= 0)))
    for (let at = 0; at < to - from; at++) consider(at);
  else board.visitBounds(to - from, { nearest, next }, () => pool.floor * SLACK, consider);
}

/** The prior of drawer `at` of a document `start` … `end` − 1 of a window, as the contract has it. */
function priorOf(
  scores: Float64Array,
  spread: readonly number[],
  { at, start, end }: { readonly at: number; readonly start: number; readonly end: number },
): number {
  let prior = scores[at + REACH] as number;
  for (let distance = 1; distance <= spread.length; distance++) {
    const before = at - distance >= start ? (scores[at - distance + REACH] as number) : 0;
    const after = at + distance < end ? (scores[at + distance + REACH] as number) : 0;
    prior += (spread[distance - 1] as number) * (before + after);
  }
  return prior;
}

type FieldWeights = CandidateQuery["fieldWeights"];

/** Field-weighted occurrences of `counts`, as the contract has them. */
const weightedOccurrences = (counts: FieldCounts, { heading, content, breadcrumb }: FieldWeights): number =>
  heading * counts.heading + content * counts.content + breadcrumb * counts.breadcrumb;

interface WeightTables {
  /** Field-weighted occurrences by code of counts; nothing for `WIDE`. */
  readonly table: Float64Array;
  /** Saturated share of a term that stands once in the content, the commonest case by far, by the length of the drawer. */
  readonly once: Float64Array;
}

/** By weights: those of a project, and mostly the mean length, are the same from search to search. */
const tables = new WeakMap<FieldWeights, WeightTables & { readonly averageLength: number }>();

/** Those of a query. @param weights never changed */
function weightTables(weights: FieldWeights, averageLength: number): WeightTables {
  const known = tables.get(weights);
  if (known?.averageLength === averageLength) return known;
  const table = new Float64Array(256);
  for (let code = 0; code < WIDE; code++) table[code] = weightedOccurrences(unpackCounts(code), weights);
  const once = new Float64Array(LENGTHS);
  for (let length = 0; length < LENGTHS; length++)
    once[length] = saturation(table[ONCE] as number, length, averageLength);
  tables.set(weights, { table, once, averageLength });
  return { table, once };
}

/** Field-weighted occurrences of the posting at place `i`. */
export function occurrences(postings: Postings, i: number, table: Float64Array, weights: FieldWeights): number {
  const code = postings.codes[i] as number;
  if (code !== WIDE) return table[code] as number;
  const counts = postings.wide?.get(i - postings.first);
  return counts === undefined ? 0 : weightedOccurrences(counts, weights);
}

/** A query's terms with their statistics and postings over the visible segments. */
export type LexicalQuery = Readonly<ReturnType<typeof lexicalQuery>>;

/** Lengths in terms for which `once` has a share; longer drawers are few. */
const LENGTHS = 512;
/** Reads the postings of a query's terms, where a drawer is eligible, and computes what the contract defines over all visible drawers. */
export function lexicalQuery(
  segments: readonly Segment[],
  query: Pick<CandidateQuery, "terms" | "fieldWeights">,
  { ordinals }: Eligible,
) {
  let total = 0;
  let tokens = 0;
  for (const { live } of segments) {
    total += live.drawers;
    tokens += live.tokens;
  }
  const lists = query.terms.map(({ term }) =>
    segments.map((segment, s) => (ordinals[s]?.length === 0 ? segment.count(term) : segment.postings(term))),
  );
  const counts = lists.map((some) => some.reduce<number>((sum, list) => sum + lengthOf(list), 0));
  const idfs = counts.map((count) => idf(count, total));
  let originalIdf = 0;
  query.terms.forEach(({ original }, i) => {
    if (original) originalIdf += idfs[i] as number;
  });
  const averageLength = total === 0 ? 0 : tokens / total;
  return {
    terms: query.terms,
    /** By term. */
    idfs,
    /** By term: whether it is a word of the question. */
    originals: query.terms.map(({ original }) => original),
    /** By term: weight · idf. */
    factors: query.terms.map(({ weight }, i) => weight * (idfs[i] as number)),
    /** By term, then by segment; null, too, where no drawer is eligible. */
    postings: lists.map((some) => some.map((list) => (typeof list === "number" ? null : list))),
    /** Σ idf of the original terms. */
    originalIdf,
    /** Visible drawers, and their mean length in terms. */
    total,
    averageLength,
    fieldWeights: query.fieldWeights,
    ...weightTables(query.fieldWeights, averageLength),
  };
}
