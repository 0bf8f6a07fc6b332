import type { ScoreBoard } from "../kernel/score-board.ts";
import type { Segment } from "../segment/segment.ts";
import { documentOf } from "./token-sequences.ts";
import type { TopPool } from "./top-pool.ts";

/** Room for rounding in a bound: many times what the few additions of a prior can lose. */
const SLACK = 1 - 1e-9;

/** Where fewer than one of so many is eligible, to look at each takes less than to pass over all. */
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
