import type { Segment } from "../segment/segment.ts";
import { documentOf } from "./token-sequences.ts";
import type { TopPool } from "./top-pool.ts";

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
export function chosenDrawers(segments: readonly Segment[], pools: readonly TopPool[]): readonly ChosenDrawers[] {
  const sets = segments.map(() => new Set<number>());
  for (const pool of pools) pool.visit((segment, ordinal) => sets[segment]?.add(ordinal));
  return segments.map((segment, s) => {
    const ordinals = Uint32Array.from(sets[s] ?? []).sort();
    const documents: number[] = [];
    const firsts: number[] = [];
    const places = new Uint32Array(ordinals.length);
    if (ordinals.length > 0) {
      const { starts } = segment.columns();
      ordinals.forEach((ordinal, i) => {
        const last = documents[documents.length - 1];
        if (last === undefined || ordinal >= (starts[last + 1] as number)) {
          documents.push(documentOf(starts, ordinal));
          firsts.push(i);
        }
        places[i] = documents.length - 1;
      });
    }
    return { ordinals, documentOf: places, documents: Uint32Array.from(documents), firstOfDocument: Uint32Array.from([...firsts, ordinals.length]) };
  });
}
