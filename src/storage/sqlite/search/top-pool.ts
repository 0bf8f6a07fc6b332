import type { Segment } from "../segment/segment.ts";
import { compareIds, ID_BYTES } from "../codec/drawer-id.ts";

/**
 * The best `capacity` drawers by value, ties by ascending id: a binary heap whose root is the worst that is kept.
 * Values must be offered only when they are > 0 … or whatever the caller takes for a value; NaN never.
 */
export class TopPool {
  /** What a value must reach to have a chance, once the pool is full; before that −∞. */
  floor = Number.NEGATIVE_INFINITY;
  size = 0;
  private readonly capacity: number;
  private readonly segments: readonly Segment[];
  private readonly values: Float64Array;
  private readonly segmentOf: Uint32Array;
  private readonly ordinalOf: Uint32Array;

  /** @param segments what the segment numbers of `offer` index */
  constructor(capacity: number, segments: readonly Segment[]) {
    const possible = segments.reduce((sum, { drawers }) => sum + drawers, 0);
    this.capacity = Math.max(0, Math.min(Math.floor(capacity), possible));
    this.segments = segments;
    this.values = new Float64Array(this.capacity);
    this.segmentOf = new Uint32Array(this.capacity);
    this.ordinalOf = new Uint32Array(this.capacity);
    if (this.capacity === 0) this.floor = Number.POSITIVE_INFINITY;
  }

  offer(value: number, segment: number, ordinal: number): void {
    if (value < this.floor || this.capacity === 0) return;
    if (this.size < this.capacity) {
      this.rise(this.size++, value, segment, ordinal);
      if (this.size === this.capacity) this.floor = this.values[0] as number;
      return;
    }
    if (!this.worse(this.values[0] as number, this.segmentOf[0] as number, this.ordinalOf[0] as number, value, segment, ordinal)) return;
    this.sink(value, segment, ordinal);
    this.floor = this.values[0] as number;
  }

  /** What is kept, in no particular order. */
  visit(visitor: (segment: number, ordinal: number, value: number) => void): void {
    for (let i = 0; i < this.size; i++) visitor(this.segmentOf[i] as number, this.ordinalOf[i] as number, this.values[i] as number);
  }

  /** What is kept, best first. */
  ordered(): readonly { readonly segment: number; readonly ordinal: number; readonly value: number }[] {
    const all: { segment: number; ordinal: number; value: number }[] = [];
    this.visit((segment, ordinal, value) => all.push({ segment, ordinal, value }));
    return all.sort((a, b) => (this.worse(a.value, a.segment, a.ordinal, b.value, b.segment, b.ordinal) ? 1 : -1));
  }

  private worse(value: number, segment: number, ordinal: number, thanValue: number, thanSegment: number, thanOrdinal: number): boolean {
    if (value !== thanValue) return value < thanValue;
    const ids = (this.segments[segment] as Segment).ids();
    const thanIds = (this.segments[thanSegment] as Segment).ids();
    return compareIds(ids, ordinal * ID_BYTES, thanIds, thanOrdinal * ID_BYTES) > 0;
  }

  private place(at: number, value: number, segment: number, ordinal: number): void {
    this.values[at] = value;
    this.segmentOf[at] = segment;
    this.ordinalOf[at] = ordinal;
  }

  private move(from: number, to: number): void {
    this.place(to, this.values[from] as number, this.segmentOf[from] as number, this.ordinalOf[from] as number);
  }

  private worseThanAt(value: number, segment: number, ordinal: number, at: number): boolean {
    return this.worse(value, segment, ordinal, this.values[at] as number, this.segmentOf[at] as number, this.ordinalOf[at] as number);
  }

  private rise(start: number, value: number, segment: number, ordinal: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.worseThanAt(value, segment, ordinal, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    this.place(at, value, segment, ordinal);
  }

  private sink(value: number, segment: number, ordinal: number): void {
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (right < this.size && this.worseThanAt(this.values[right] as number, this.segmentOf[right] as number, this.ordinalOf[right] as number, child)) child = right;
      if (!this.worse(this.values[child] as number, this.segmentOf[child] as number, this.ordinalOf[child] as number, value, segment, ordinal)) break;
      this.move(child, at);
      at = child;
    }
    this.place(at, value, segment, ordinal);
  }
}
