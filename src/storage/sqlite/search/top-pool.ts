import { Signal } from "../../../model/message-role.ts";
import type { NumberColumn, SegmentColumns } from "../segment/segment-columns.ts";
import type { Segment } from "../segment/segment.ts";
import { lastAtMost } from "../codec/bytes.ts";

/** Upper bound of the ordinals of any segment. */
const ORDINALS = 2 ** 32;

/** A segment among those of a search and an ordinal in it as one number, which sorts as the two do: there is less to move. */
const drawerNumber = (segment: number, ordinal: number): number => segment * ORDINALS + ordinal;

export const segmentOf = (drawer: number): number => Math.floor(drawer / ORDINALS);

/** The remainder, for which a call of its own would be made. */
export const ordinalOf = (drawer: number): number => drawer - segmentOf(drawer) * ORDINALS;

/** Bytes of a piece: three searches of a small index. */
const PIECE = 65_536;

/**
 * Memory for what a search writes down in numbers, many arrays to a piece: V8 takes 2 µs for an array with memory of its own, .03 for a view of it,
 * and a search makes a hundred. A piece is let go with the last array in it, so nothing that is kept for long belongs here.
 */
export class Numbers {
  private piece = new ArrayBuffer(0);
  private used = 0;

  /** So many zeros. */
  doubles(count: number): Float64Array {
    const at = this.take(count * 8);
    return new Float64Array(this.piece, at, count);
  }

  /** So many zeros. */
  integers(count: number): Uint32Array {
    const at = this.take(count * 4);
    return new Uint32Array(this.piece, at, count);
  }

  private take(bytes: number): number {
    const size = (bytes + 7) & ~7;
    if (this.used + size > this.piece.byteLength) {
      this.piece = new ArrayBuffer(Math.max(PIECE, size));
      this.used = 0;
    }
    this.used += size;
    return this.used - size;
  }
}

/**
 * The best `capacity` drawers by value, ties by ascending id: a binary heap whose root is the worst that is kept.
 * Values are never NaN.
 */
export class TopPool {
  /** What a value must reach to have a chance, once the pool is full; before that −∞. */
  floor = Number.NEGATIVE_INFINITY;
  size = 0;
  private readonly capacity: number;
  private readonly segments: readonly Segment[];
  private readonly values: Float64Array;
  /** As `drawerNumber` gives them. */
  private readonly drawers: Float64Array;

  /**
   * @param segments what the segment numbers of `offer` index
   */
  constructor(capacity: number, segments: readonly Segment[], numbers: Numbers) {
    const possible = segments.reduce((sum, { drawers }) => sum + drawers, 0);
    this.capacity = Math.max(0, Math.min(Math.floor(capacity), possible));
    this.segments = segments;
    this.values = numbers.doubles(this.capacity);
    this.drawers = numbers.doubles(this.capacity);
    if (this.capacity === 0) this.floor = Number.POSITIVE_INFINITY;
  }

  /** Cost: O(log capacity) when the value gets in, else a comparison. */
  offer(value: number, segment: number, ordinal: number): void {
    if (value < this.floor || this.capacity === 0) return;
    if (this.size < this.capacity) {
      this.rise(this.size++, value, drawerNumber(segment, ordinal));
      if (this.size === this.capacity) this.floor = this.values[0] as number;
      return;
    }
    const drawer = drawerNumber(segment, ordinal);
    if (value === this.floor && !this.idComesAfter(this.drawers[0] as number, drawer)) return;
    this.sink(value, drawer);
    this.floor = this.values[0] as number;
  }

  /** What is kept, in no particular order: a `drawerNumber` each. */
  kept(): Float64Array {
    return this.drawers.subarray(0, this.size);
  }

  /** What is kept, best first. */
  ordered(): readonly { readonly segment: number; readonly ordinal: number }[] {
    const places = Array.from({ length: this.size }, (_, i) => i);
    places.sort((a, b) => {
      const difference = (this.values[b] as number) - (this.values[a] as number);
      // Two that are both −∞ differ by NaN.
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
      return this.idComesAfter(this.drawers[a] as number, this.drawers[b] as number) ? 1 : -1;
    });
    return places.map((i) => ({
      segment: segmentOf(this.drawers[i] as number),
      ordinal: ordinalOf(this.drawers[i] as number),
    }));
  }

  /** Whether a drawer's id comes after another's. Only asked when values tie, so its cost doesn't matter. */
  private idComesAfter(drawer: number, other: number): boolean {
    const segment = this.segments[segmentOf(drawer)] as Segment;
    const others = this.segments[segmentOf(other)] as Segment;
    return segment.compareIds(ordinalOf(drawer), others, ordinalOf(other)) > 0;
  }

  private rise(start: number, value: number, drawer: number): void {
    const { values, drawers } = this;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = values[parent] as number;
      // The worse one goes up: a smaller value, or the same and a later id.
      if (value > above || (value === above && this.idComesAfter(drawers[parent] as number, drawer))) break;
      values[at] = above;
      drawers[at] = drawers[parent] as number;
      at = parent;
    }
    values[at] = value;
    drawers[at] = drawer;
  }

  /** Puts a drawer in the place of the root. */
  private sink(value: number, drawer: number): void {
    const { values, drawers, size } = this;
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      const right = child + 1;
      if (right < size) {
        const left = values[child] as number;
        const other = values[right] as number;
        if (other < left || (other === left && this.idComesAfter(drawers[right] as number, drawers[child] as number)))
          child = right;
      }
      const below = values[child] as number;
      if (below > value || (below === value && !this.idComesAfter(drawers[child] as number, drawer))) break;
      values[at] = below;
      drawers[at] = drawers[child] as number;
      at = child;
    }
    values[at] = value;
    drawers[at] = drawer;
  }
}

/** The drawers of one segment that became candidates, ascending, and the documents that they stand in. */
export interface ChosenDrawers {
  readonly ordinals: Uint32Array;
  /** By candidate: index into `documents`. */
  readonly documentOf: Uint32Array;
  /** Indexes of documents in the segment, ascending. */
  readonly documents: Uint32Array;
  /** By index into `documents`: index into `ordinals` of its first candidate; one entry more, the number of candidates. */
  readonly firstOfDocument: Uint32Array;
}

/** The union of the pools, by segment. */
export function chosenDrawers(
  segments: readonly Segment[],
  pools: readonly TopPool[],
  numbers: Numbers,
): readonly ChosenDrawers[] {
  const drawers = inOrder(pools, numbers);
  let next = 0;
  return segments.map((segment, s) => {
    const first = next;
    while (next < drawers.length && segmentOf(drawers[next] as number) === s) next++;
    const ordinals = distinctOrdinals(drawers.subarray(first, next), numbers.integers(next - first));
    const documents = numbers.integers(ordinals.length);
    const places = numbers.integers(ordinals.length);
    const firsts = numbers.integers(ordinals.length + 1);
    let count = 0;
    if (ordinals.length > 0) {
      const { starts } = segment.columns();
      // Where the document of the last drawer ends.
      let end = 0;
      for (let i = 0; i < ordinals.length; i++) {
        const ordinal = ordinals[i] as number;
        if (ordinal >= end) {
          const document = lastAtMost(starts, ordinal);
          documents[count] = document;
          firsts[count++] = i;
          end = starts[document + 1] as number;
        }
        places[i] = count - 1;
      }
    }
    firsts[count] = ordinals.length;
    return {
      ordinals,
      documentOf: places,
      documents: documents.subarray(0, count),
      firstOfDocument: firsts.subarray(0, count + 1),
    };
  });
}

/** What the pools keep, as `drawerNumber`s: ascending. */
function inOrder(pools: readonly TopPool[], numbers: Numbers): Float64Array {
  const drawers = numbers.doubles(pools.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const pool of pools) {
    drawers.set(pool.kept(), at);
    at += pool.size;
  }
  return drawers.sort();
}

/** Ordinals of the drawers of an ascending list, each once. @param ordinals room for them */
function distinctOrdinals(drawers: Float64Array, ordinals: Uint32Array): Uint32Array {
  let size = 0;
  for (let i = 0; i < drawers.length; i++)
    if (i === 0 || drawers[i] !== drawers[i - 1]) ordinals[size++] = ordinalOf(drawers[i] as number);
  return ordinals.subarray(0, size);
}

/** Whether a drawer is a message: those have an author, or at least a role in its place. */
export const isMessage = ({ author, dictionaries }: SegmentColumns, ordinal: number): boolean =>
  dictionaries.authors[author[ordinal] as number] !== "";

/** Ordinal of the first drawer of the message that a drawer is a part of; its own where it is whole. @param first of the document */
export function messageStart(signals: NumberColumn, ordinal: number, first: number): number {
  let at = ordinal;
  while (at > first && ((signals[at] as number) & Signal.continues) !== 0) at--;
  return at;
}

/** Ordinal behind the last drawer of that message. @param end behind the last drawer of the document */
export function messageEnd(signals: NumberColumn, ordinal: number, end: number): number {
  let at = ordinal + 1;
  while (at < end && ((signals[at] as number) & Signal.continues) !== 0) at++;
  return at;
}
