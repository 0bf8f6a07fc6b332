import type { Segment } from "../segment/segment.ts";

/** A segment that goes into a merge. */
export interface MergeInput {
  readonly segment: Segment;
  /** New ordinal of the segment's first live drawer. */
  readonly base: number;
  /** By old ordinal: 1 when deleted; null when none is. */
  readonly dead: Uint8Array | null;
  /** By old ordinal: live drawers before it; null when none is deleted. */
  readonly rank: Uint32Array | null;
}

/** Segments in the order in which they are joined, as inputs. */
export function mergeInputs(segments: readonly Segment[]): readonly MergeInput[] {
  let base = 0;
  return segments.map((segment) => {
    const dead = segment.dead();
    const input = { segment, base, dead, rank: dead === null ? null : liveBefore(dead) };
    base += segment.live.drawers;
    return input;
  });
}

function liveBefore(dead: Uint8Array): Uint32Array {
  const rank = new Uint32Array(dead.length);
  let live = 0;
  for (let o = 0; o < dead.length; o++) {
    rank[o] = live;
    if (dead[o] === 0) live++;
  }
  return rank;
}
