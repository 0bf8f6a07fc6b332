import type { CandidateQuery } from "../../ports/candidates.ts";
import { holdsSequence, searchedTerms } from "../../ports/searched-fields.ts";
import type { Postings } from "../codec/postings.ts";
import { lastAtMost } from "../codec/bytes.ts";
import { type PassageReader, passageKey } from "../drawers/passage-reader.ts";
import type { Segment } from "../segment/segment.ts";

/** Steps taken one by one before they double. */
const SINGLE_STEPS = 4;

/**
 * First index from `from` on, and before `length`, whose value is at least `target`, in an ascending list; `length` if there is none. Steps
 * double before halving, so a short way costs little: 2·log₂(way) comparisons.
 */
export function gallop(list: Uint32Array, from: number, length: number, target: number): number {
  const near = Math.min(length, from + SINGLE_STEPS);
  let low = from;
  while (low < near && (list[low] as number) < target) low++;
  if (low < near || low >= length) return low;
  low--;
  let step = 1;
  while (low + step < length && (list[low + step] as number) < target) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, length);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What all of the ascending lists hold, ascending. Cost: the shortest list times a gallop in each other one. */
function intersect(lists: readonly Uint32Array[]): number[] {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length);
  if (shortest === undefined) return [];
  const at = others.map(() => 0);
  const common: number[] = [];
  for (const value of shortest) {
    const everywhere = others.every((list, i) => {
      const index = gallop(list, at[i] as number, list.length, value);
      at[i] = index;
      return list[index] === value;
    });
    if (everywhere) common.push(value);
  }
  return common;
}

/** How long texts are read before others have their turn, milliseconds. */
const TURN_MS = 10;

/**
 * Finds drawers that hold token sequences contiguously within one searched text. Postings say which drawers hold all the terms;
 * whether they stand side by side is read in the text, some of them in each turn: a passage never changes, so what was read once holds.
 * Cost: some 100 µs a text.
 */
export class SequenceFinder {
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  private readonly passages: PassageReader;
  /** Which of the sequences a passage holds, by its key. */
  private readonly held = new Map<number, readonly (readonly string[])[]>();
  /** When this turn is over, from its first text on, so that each reads some. */
  private until: number | null = null;
  /** Whether all texts were read that this turn needs; what it answers else is of no use. */
  isWhole = true;

  constructor(passages: PassageReader, { phrases, excluded }: Pick<CandidateQuery, "phrases" | "excluded">) {
    this.passages = passages;
    this.phrases = phrases;
    this.excluded = excluded;
  }

  /** What `work` answers when it has read all texts that it needs: again and again, with a turn for others in between. */
  async inTurns<T>(work: () => Promise<T | null>): Promise<T> {
    for (;;) {
      this.until = null;
      this.isWhole = true;
      const found = await work();
      if (this.isWhole && found !== null) return found;
      await new Promise(setImmediate);
    }
  }

  /** Live drawers of `segment` among `mask` (null: all) that hold `sequence`, ascending. Every drawer holds the empty sequence. */
  matching(segment: Segment, sequence: readonly string[], mask: Uint8Array): readonly number[] {
    if (sequence.length === 0) {
      const all: number[] = [];
      for (let o = 0; o < mask.length; o++) if (mask[o] === 1) all.push(o);
      return all;
    }
    const lists = [...new Set(sequence)].map((term) => ordinalsOf(segment.postings(term)));
    const together = intersect(lists).filter((ordinal) => mask[ordinal] === 1);
    if (sequence.length === 1) return together;
    return together.filter((ordinal) => this.heldBy(segment, ordinal).includes(sequence));
  }

  private heldBy(segment: Segment, ordinal: number): readonly (readonly string[])[] {
    const { starts } = segment.columns();
    const index = lastAtMost(starts, ordinal);
    const document = segment.numbers()[index] as number;
    const position = ordinal - (starts[index] as number);
    const key = passageKey(document, position);
    const known = this.held.get(key);
    if (known !== undefined) return known;
    this.until ??= performance.now() + TURN_MS;
    if (performance.now() > this.until) this.isWhole = false;
    if (!this.isWhole) return [];
    const texts = Array.from(searchedTerms(this.passages.record(document, position)), ([, terms]) => terms);
    const held = [...this.phrases, ...this.excluded].filter((sequence) => holdsSequence(texts, sequence));
    this.held.set(key, held);
    return held;
  }
}

const ordinalsOf = (postings: Postings | null): Uint32Array =>
  postings === null ? new Uint32Array(0) : postings.ordinals.subarray(postings.first, postings.end);
