import { compareIds, ID_BYTES } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";

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

  /** Cost: O(log capacity) when the value gets in, else a comparison. */
  offer(value: number, segment: number, ordinal: number): void {
    if (value < this.floor || this.capacity === 0) return;
    if (this.size < this.capacity) {
      this.rise(this.size++, value, segment, ordinal);
      if (this.size === this.capacity) this.floor = this.values[0] as number;
      return;
    }
    if (value === this.floor && !this.idComesAfter(0, segment, ordinal)) return;
    this.sink(value, segment, ordinal);
    this.floor = this.values[0] as number;
  }

  /** What is kept, in no particular order. */
  visit(visitor: (segment: number, ordinal: number, value: number) => void): void {
    for (let i = 0; i < this.size; i++) visitor(this.segmentOf[i] as number, this.ordinalOf[i] as number, this.values[i] as number);
  }

  /** What is kept, best first. */
  ordered(): readonly { readonly segment: number; readonly ordinal: number }[] {
    const places = Array.from({ length: this.size }, (_, i) => i);
    places.sort((a, b) => {
      const difference = (this.values[b] as number) - (this.values[a] as number);
      // Two that are both −∞ differ by NaN.
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
      return this.idComesAfter(a, this.segmentOf[b] as number, this.ordinalOf[b] as number) ? 1 : -1;
    });
    return places.map((i) => ({ segment: this.segmentOf[i] as number, ordinal: this.ordinalOf[i] as number }));
  }

  /** Whether the id of the one at `at` comes after another's. Only asked when values tie, so its cost doesn't matter. */
  private idComesAfter(at: number, segment: number, ordinal: number): boolean {
    const ids = (this.segments[this.segmentOf[at] as number] as Segment).ids();
    const others = (this.segments[segment] as Segment).ids();
    return compareIds(ids, (this.ordinalOf[at] as number) * ID_BYTES, others, ordinal * ID_BYTES) > 0;
  }

  private place(at: number, value: number, segment: number, ordinal: number): void {
    this.values[at] = value;
    this.segmentOf[at] = segment;
    this.ordinalOf[at] = ordinal;
  }

  private move(from: number, to: number): void {
    this.place(to, this.values[from] as number, this.segmentOf[from] as number, this.ordinalOf[from] as number);
  }

  private rise(start: number, value: number, segment: number, ordinal: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.values[parent] as number;
      // The worse one goes up: a smaller value, or the same and a later id.
      if (value > above || (value === above && this.idComesAfter(parent, segment, ordinal))) break;
      this.move(parent, at);
      at = parent;
    }
    this.place(at, value, segment, ordinal);
  }

  /** Puts a drawer in the place of the root. */
  private sink(value: number, segment: number, ordinal: number): void {
    const { values, size } = this;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size) {
        const left = values[child] as number;
        const other = values[right] as number;
        if (other < left || (other === left && this.idComesAfter(right, this.segmentOf[child] as number, this.ordinalOf[child] as number))) child = right;
      }
      const below = values[child] as number;
      if (below > value || (below === value && !this.idComesAfter(child, segment, ordinal))) break;
      this.move(child, at);
      at = child;
    }
    this.place(at, value, segment, ordinal);
  }
}
