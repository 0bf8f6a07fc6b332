import type { ScoreBoard } from "../kernel/score-board.ts";
import type { Segment } from "../segment/segment.ts";
import type { TopPool } from "./top-pool.ts";

/** Room for rounding in a bound: many times what the few additions of a prior can lose. */
const SLACK = 1 - 1e-9;

/** What choosing reads of one segment. */
export interface ScoredSegment {
  readonly segment: Segment;
  /** Its index among the visible ones. */
  readonly s: number;
  readonly scores: Float64Array;
  readonly spread: readonly number[];
}

/**
 * Offers each drawer's prior (its lexical score and shares of its neighbours' in the document) to the pool, where it is > 0.
 *
 * A bound that knows nothing of documents passes over nearly all drawers that can't get in. It looks two neighbours far and takes
 * shares ≥ 0 for granted (scores are); for other spreads each prior is worked out. Deleted drawers have no scores, nor have
 * their neighbours in the document, so they never come in.
 *
 * @param board holds `scored.scores`
 * Cost: half a nanosecond a drawer, 20 for each that has a chance.
 */
export function chooseLexical(board: ScoreBoard, scored: ScoredSegment, pool: TopPool): void {
  const { segment, s, scores, spread } = scored;
  const { starts } = segment.columns();
  let document = 0;
  const consider = (o: number): void => {
    while ((starts[document + 1] as number) <= o) document++;
    const prior = priorOf(scores, spread, o, starts[document] as number, starts[document + 1] as number);
    if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, o);
  };
  if (spread.length > 2 || spread.some((share) => !(share >= 0))) {
    for (let o = 0; o < scores.length; o++) consider(o);
    return;
  }
  board.visitBounds(scores.length, { nearest: spread[0] ?? 0, next: spread[1] ?? 0 }, () => pool.floor * SLACK, consider);
}

/** The same for some drawers only. @param eligible their ordinals, ascending */
export function chooseLexicalAmong(scored: ScoredSegment, eligible: Uint32Array, pool: TopPool): void {
  const { segment, s, scores, spread } = scored;
  const { starts } = segment.columns();
  let document = 0;
  for (let i = 0; i < eligible.length; i++) {
    const o = eligible[i] as number;
    while ((starts[document + 1] as number) <= o) document++;
    const prior = priorOf(scores, spread, o, starts[document] as number, starts[document + 1] as number);
    if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, o);
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
