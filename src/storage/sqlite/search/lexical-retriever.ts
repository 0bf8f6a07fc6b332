import { saturation } from "../../ports/bm25.ts";
import type { CandidateQuery } from "../../ports/candidates.ts";
import type { Postings } from "../codec/postings.ts";
import type { GrowingArray } from "../kernel/vector-store.ts";
import type { Segment } from "../segment/segment.ts";
import type { Eligible } from "./eligible.ts";
import { occurrences, type LexicalQuery } from "./lexical-query.ts";
import { gallop } from "./sorted-lists.ts";
import { documentOf } from "./token-sequences.ts";
import type { TopPool } from "./top-pool.ts";

/** What is chosen by. */
export interface LexicalChoice {
  readonly lexical: LexicalQuery;
  readonly eligible: Eligible;
  readonly spread: CandidateQuery["spread"];
  /** Memory for the scores of a segment; all 0, and to be left so. */
  readonly board: GrowingArray<Float64Array>;
}

/** The scores of a segment's drawers, between the ordinals where there are any. */
interface Scored {
  readonly scores: Float64Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Offers each eligible drawer's prior (its lexical score and shares of its neighbours' in the document) to the pool, where it is > 0.
 *
 * Cost: some 4 ns a posting, of those near an eligible drawer, and 2 ns a drawer.
 */
export function chooseLexical(segments: readonly Segment[], choice: LexicalChoice, pool: TopPool): void {
  const { lexical, eligible, spread, board } = choice;
  segments.forEach((segment, s) => {
    const ordinals = eligible.ordinals[s] ?? null;
    if (ordinals?.length === 0) return;
    const padded = board.take(segment.drawers + 2 * MARGIN);
    const scores = padded.subarray(MARGIN, MARGIN + segment.drawers);
    // Beyond these no drawer gets a score.
    const from = ordinals === null ? 0 : Math.max(0, (ordinals[0] as number) - spread.length);
    const to =
      ordinals === null ? segment.drawers : Math.min(segment.drawers, (ordinals.at(-1) as number) + spread.length + 1);
    try {
      const near = eligible.near(s, spread.length);
      for (let t = 0; t < lexical.terms.length; t++) {
        const postings = lexical.postings[t]?.[s] ?? null;
        if (postings !== null)
          addTerm(lexical, { t, postings, length: segment.columns().length, near }, { scores, from, to });
      }
      offerPriors({ segment, s, spread, ordinals, padded }, { scores, from, to }, pool);
    } finally {
      scores.fill(0, from, to);
    }
  });
}

/**
 * Adds a term's share of BM25 to the scores of the drawers that hold it. Called term after term in the query's order, so that a score is the sum
 * in exactly the order of the contract.
 */
function addTerm(
  query: LexicalQuery,
  {
    t,
    postings,
    length,
    near,
  }: {
    readonly t: number;
    readonly postings: Postings;
    readonly length: Uint32Array;
    /** 1 for each drawer whose score matters; null: all. */
    readonly near: Uint8Array | null;
  },
  { scores, from, to }: Scored,
): void {
  const { ordinals, first, end } = postings;
  const { table, fieldWeights, averageLength } = query;
  const factor = query.factors[t] as number;
  for (let i = from === 0 ? first : gallop(ordinals, first, end, from); i < end; i++) {
    const ordinal = ordinals[i] as number;
    if (ordinal >= to) return;
    if (near !== null && near[ordinal] === 0) continue;
    const tf = occurrences(postings, i, table, fieldWeights);
    scores[ordinal] = (scores[ordinal] as number) + factor * saturation(tf, length[ordinal] as number, averageLength);
  }
}

/** Zeros on either side of the scores, so that a drawer's neighbours are read unchecked. */
const MARGIN = 2;

/** Tolerance for rounding in a bound, many times the error of the few additions of a prior. */
const SLACK = 1 - 1e-9;

/**
 * A bound that knows nothing of documents passes over nearly all drawers that can't get in: it adds the shares of the neighbours on both sides,
 * wherever they stand, which is no less than the prior where no share is negative (scores never are). Deleted drawers have no scores, nor have
 * their neighbours in the document, so they never come in.
 */
function offerPriors(
  {
    segment,
    s,
    spread,
    ordinals,
    padded,
  }: {
    readonly segment: Segment;
    readonly s: number;
    /** The scores with `MARGIN` zeros on either side. */
    readonly padded: Float64Array;
    readonly spread: readonly number[];
    /** Of the eligible drawers; null: all. */
    readonly ordinals: Uint32Array | null;
  },
  { scores, from, to }: Scored,
  pool: TopPool,
): void {
  const { starts } = segment.columns();
  const isBounded = spread.length <= MARGIN && spread.every((share) => share >= 0);
  const [nearest = 0, next = 0] = spread;
  let document = documentOf(starts, from);
  /** @returns what a bound must reach from now on */
  const consider = (o: number): number => {
    while ((starts[document + 1] as number) <= o) document++;
    const prior = priorOf(scores, spread, o, starts[document] as number, starts[document + 1] as number);
    if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, o);
    return isBounded ? Math.max(pool.floor * SLACK, Number.MIN_VALUE) : Number.NEGATIVE_INFINITY;
  };
  let floor = isBounded ? Math.max(pool.floor * SLACK, Number.MIN_VALUE) : Number.NEGATIVE_INFINITY;
  if (ordinals !== null) {
    for (let i = 0; i < ordinals.length; i++) {
      const o = ordinals[i] as number;
      const beside = (padded[o + 1] as number) + (padded[o + 3] as number);
      const further = (padded[o] as number) + (padded[o + 4] as number);
      if ((padded[o + 2] as number) + nearest * beside + next * further >= floor) floor = consider(o);
    }
    return;
  }
  // Five scores slide along, so that each is read once.
  let [a, b, c, d] = [padded[from], padded[from + 1], padded[from + 2], padded[from + 3]] as [
    number,
    number,
    number,
    number,
  ];
  for (let o = from; o < to; o++) {
    const e = padded[o + 4] as number;
    if (c + nearest * (b + d) + next * (a + e) >= floor) floor = consider(o);
    a = b;
    b = c;
    c = d;
    d = e;
  }
}

/** The prior of drawer `o` of a document `start` … `end` − 1, as the contract has it. */
function priorOf(scores: Float64Array, spread: readonly number[], o: number, start: number, end: number): number {
  let prior = scores[o] as number;
  for (let distance = 1; distance <= spread.length; distance++) {
    const before = o - distance >= start ? (scores[o - distance] as number) : 0;
    const after = o + distance < end ? (scores[o + distance] as number) : 0;
    prior += (spread[distance - 1] as number) * (before + after);
  }
  return prior;
}
