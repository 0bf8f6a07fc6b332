import { saturation } from "../../ports/bm25.ts";
import type { Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import { occurrences, type LexicalQuery } from "./lexical-query.ts";
import { gallop } from "./sorted-lists.ts";
import type { ScoreBoard } from "../kernel/score-board.ts";
import { documentOf } from "./token-sequences.ts";
import type { TopPool } from "./top-pool.ts";

/** Codes of counts below this are in the table: the content alone holds the term, up to three times. */
const TABLE_CODES = 4;
/** Lengths in terms below this are in the table. */
const TABLE_LENGTHS = 512;

/**
 * BM25's saturation, made once for the commonest counts and lengths: entry code · `TABLE_LENGTHS` + length. A division saved for
 * nearly every posting; the values are those of `saturation` itself, so nothing depends on whether one was looked up.
 */
export class SaturationTables {
  private averageLength = Number.NaN;
  private contentWeight = Number.NaN;
  private table = new Float64Array(0);

  /**
   * @param weights field-weighted occurrences by code
   * Cost: 2,048 divisions when average or weights are others than last time.
   */
  get(weights: Float64Array, averageLength: number): Float64Array {
    const contentWeight = weights[1] as number;
    if (averageLength !== this.averageLength || contentWeight !== this.contentWeight) {
      const table = new Float64Array(TABLE_CODES * TABLE_LENGTHS);
      for (let code = 0; code < TABLE_CODES; code++) {
        for (let length = 0; length < TABLE_LENGTHS; length++)
          table[code * TABLE_LENGTHS + length] = saturation(weights[code] as number, length, averageLength);
      }
      this.table = table;
      this.averageLength = averageLength;
      this.contentWeight = contentWeight;
    }
    return this.table;
  }
}

/** The drawers of a segment whose scores matter. */
export interface Wanted {
  /** 1 for each of them, by ordinal. */
  readonly mask: Uint8Array;
  /** They all stand from here (inclusive) to there (exclusive). */
  readonly from: number;
  readonly to: number;
}

/** What scores are worked out from, and where they go. */
export interface Scores {
  /** One a drawer, all 0. */
  readonly scores: Float64Array;
  /** A `SaturationTables` table for the query's weights and mean length. */
  readonly saturated: Float64Array;
}

/**
 * Adds each term's share of BM25 to the scores of the drawers that hold it, term after term in the query's order, so that a
 * score is the sum in exactly the order of the contract.
 *
 * @param s index of the segment among the visible ones
 * @param wanted null: all drawers
 * Cost: some 4 ns a posting, of those among `wanted`.
 */
export function accumulateScores(
  query: LexicalQuery,
  segment: Segment,
  s: number,
  wanted: Wanted | null,
  into: Scores,
): void {
  const { length } = segment.columns();
  for (let t = 0; t < query.terms.length; t++) {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings === null) continue;
    const factor = query.factors[t] as number;
    if (wanted === null) addToAll(query, factor, postings, length, into);
    else addToWanted(query, factor, postings, length, wanted, into);
  }
}

function addToAll(
  query: LexicalQuery,
  factor: number,
  postings: Postings,
  length: Uint32Array,
  { scores, saturated }: Scores,
): void {
  const { ordinals, codes, first, end } = postings;
  for (let i = first; i < end; i++) {
    const ordinal = ordinals[i] as number;
    const code = codes[i] as number;
    const terms = length[ordinal] as number;
    const share =
      code < TABLE_CODES && terms < TABLE_LENGTHS
        ? (saturated[code * TABLE_LENGTHS + terms] as number)
        : shareOf(query, postings, i, terms);
    scores[ordinal] = (scores[ordinal] as number) + factor * share;
  }
}

function addToWanted(
  query: LexicalQuery,
  factor: number,
  postings: Postings,
  length: Uint32Array,
  { mask, from, to }: Wanted,
  { scores, saturated }: Scores,
): void {
  const { ordinals, codes, first, end } = postings;
  for (let i = gallop(ordinals, first, end, from); i < end; i++) {
    const ordinal = ordinals[i] as number;
    if (ordinal >= to) return;
    if (mask[ordinal] === 0) continue;
    const code = codes[i] as number;
    const terms = length[ordinal] as number;
    const share =
      code < TABLE_CODES && terms < TABLE_LENGTHS
        ? (saturated[code * TABLE_LENGTHS + terms] as number)
        : shareOf(query, postings, i, terms);
    scores[ordinal] = (scores[ordinal] as number) + factor * share;
  }
}

function shareOf(query: LexicalQuery, postings: Postings, i: number, terms: number): number {
  return saturation(occurrences(postings, i, query.table, query.fieldWeights), terms, query.averageLength);
}

/** Tolerance for rounding in a bound, many times the error of the few additions of a prior. */
const SLACK = 1 - 1e-9;

/** Inverse share of eligible drawers from which on visiting each costs less than scanning all. */
const NARROW = 12;

/** What choosing reads of one segment. */
export interface ScoredSegment {
  readonly segment: Segment;
  /** Its index among the visible ones. */
  readonly s: number;
  readonly scores: Float64Array;
  /** Ordinals between which there are scores. */
  readonly from: number;
  readonly to: number;
  readonly spread: readonly number[];
}

/** The drawers of a segment that a filter lets through. */
export interface Among {
  /** Ascending. */
  readonly ordinals: Uint32Array;
  /** 1 for each of them, by ordinal. */
  readonly mask: Uint8Array;
}

/**
 * Offers each drawer's prior (its lexical score and shares of its neighbours' in the document) to the pool, where it is > 0.
 *
 * A bound that knows nothing of documents passes over nearly all drawers that can't get in. It looks two neighbours far and takes
 * shares ≥ 0 for granted (scores are); for other spreads each prior is worked out. Deleted drawers have no scores, nor have
 * their neighbours in the document, so they never come in.
 *
 * @param board holds `scored.scores`
 * @param among null: all drawers
 * Cost: half a nanosecond a drawer, or 3 each where few are eligible; 20 for each that has a chance.
 */
export function chooseLexical(board: ScoreBoard, scored: ScoredSegment, among: Among | null, pool: TopPool): void {
  const { segment, s, scores, from, to, spread } = scored;
  const { starts } = segment.columns();
  let document = documentOf(starts, from);
  const consider = (o: number): void => {
    if (among !== null && among.mask[o] === 0) return;
    while ((starts[document + 1] as number) <= o) document++;
    const prior = priorOf(scores, spread, o, starts[document] as number, starts[document + 1] as number);
    if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, o);
  };
  const shares = { nearest: spread[0] ?? 0, next: spread[1] ?? 0 };
  const floor = (): number => pool.floor * SLACK;
  if (spread.length > 2 || spread.some((share) => !(share >= 0))) for (let o = from; o < to; o++) consider(o);
  else if (among !== null && among.ordinals.length * NARROW < to - from)
    board.visitBoundsOf(among.ordinals, shares, floor, consider);
  else board.visitBounds({ from, to, ...shares }, floor, consider);
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
