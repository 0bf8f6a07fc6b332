import { indexTerms } from "../../text/terms.ts";
import { ENGLISH } from "./background.ts";
import { words } from "../../text/words.ts";
import { fold } from "../../text/fold.ts";

/** Passages a group has at least and at most, where there are enough. */
export interface SegmentSizes {
  readonly smallest: number;
  readonly largest: number;
}

/** Chosen by evals/rooms. */
const OF_TALK: SegmentSizes = { smallest: 4, largest: 10 };
/** Number of passages compared on each side of a gap. */
const WINDOW = 4;

/**
 * Cuts running passages into stretches about one thing, at the gaps where the vocabulary changes most (block comparison of TextTiling, M. Hearst
 * 1997: cosine of the rare words of the passages before and after a gap). Segments have 4–10 passages; a sequence shorter than 8 stays whole.
 *
 * @param passages texts in order
 * @returns start index of each segment, ascending, the first 0; empty for no passages
 * Cost: linear in the text.
 */
export function topicSegments(
  passages: readonly string[],
  { smallest, largest }: SegmentSizes = OF_TALK,
): readonly number[] {
  const n = passages.length;
  if (n === 0) return [];
  if (n < 2 * smallest) return [0];
  const bags = passages.map(rareTerms);
  const cohesion = Array.from({ length: n }, (_, gap) => (gap === 0 ? 1 : cosine(bags, gap)));
  // The cheapest cut into pieces of allowed sizes: least cohesion at the cuts, a small price for each, exact by dynamic programming.
  const price = cohesion.slice(1).reduce((sum, value) => sum + value, 0) / (n - 1);
  const cost = new Array<number>(n + 1).fill(Infinity);
  const from = new Array<number>(n + 1).fill(0);
  cost[0] = 0;
  for (let end = smallest; end <= n; end++) {
    for (let size = smallest; size <= Math.min(end, largest); size++) {
      const start = end - size;
      const total = (cost[start] as number) + (start === 0 ? 0 : (cohesion[start] as number) - price * 0.5);
      if (total < (cost[end] as number)) [cost[end], from[end]] = [total, start];
    }
  }
  if (cost[n] === Infinity) return [0];
  const starts: number[] = [];
  for (let at = n; at > 0; at = from[at] as number) starts.push(from[at] as number);
  return starts.reverse();
}

function rareTerms(text: string): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  for (const { text: word } of words(text)) {
    const folded = fold(word);
    if (folded.length < 3 || ENGLISH.frequency(folded) > 0.015 * ENGLISH.passages) continue;
    for (const term of indexTerms(folded)) bag.set(term, 1);
  }
  return bag;
}

function cosine(bags: readonly ReadonlyMap<string, number>[], gap: number): number {
  const before = united(bags.slice(Math.max(0, gap - WINDOW), gap));
  const after = united(bags.slice(gap, gap + WINDOW));
  let dot = 0;
  for (const [term, count] of before) dot += count * (after.get(term) ?? 0);
  const norm = length(before) * length(after);
  return norm === 0 ? 0 : dot / norm;
}

function united(bags: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const bag of bags) for (const [term, count] of bag) sum.set(term, (sum.get(term) ?? 0) + count);
  return sum;
}

function length(bag: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const count of bag.values()) squares += count * count;
  return Math.sqrt(squares);
}
