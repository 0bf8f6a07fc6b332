import type { Segment } from "../segment/segment.ts";

/** Upper bound of the ordinals of any segment. */
const ORDINALS = 2 ** 32;

/** A segment among those of a search and an ordinal in it as one number, which sorts as the two do: there is less to move. */
function drawerNumber(segment: number, ordinal: number): number {
  return segment * ORDINALS + ordinal;
}

export function segmentOf(drawer: number): number {
  return Math.floor(drawer / ORDINALS);
}

/** The remainder, for which a call of its own would be made. */
export function ordinalOf(drawer: number): number {
  return drawer - segmentOf(drawer) * ORDINALS;
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
  constructor(capacity: number, segments: readonly Segment[]) {
    const possible = segments.reduce((sum, { drawers }) => sum + drawers, 0);
    this.capacity = Math.max(0, Math.min(Math.floor(capacity), possible));
    this.segments = segments;
    this.values = new Float64Array(this.capacity);
    this.drawers = new Float64Array(this.capacity);
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
