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
  const lists = segments.map((): number[] => []);
  for (const pool of pools) pool.visit((segment, ordinal) => lists[segment]?.push(ordinal));
  return segments.map((segment, s) => {
    const ordinals = distinct(new Uint32Array(lists[s] as number[]).sort());
    const documents: number[] = [];
    const firsts: number[] = [];
    const places = new Uint32Array(ordinals.length);
    if (ordinals.length > 0) {
      const { starts } = segment.columns();
      // Where the document of the last drawer ends.
      let end = 0;
      for (let i = 0; i < ordinals.length; i++) {
        const ordinal = ordinals[i] as number;
        if (ordinal >= end) {
          const document = documentOf(starts, ordinal);
          documents.push(document);
          firsts.push(i);
          end = starts[document + 1] as number;
        }
        places[i] = documents.length - 1;
      }
    }
    firsts.push(ordinals.length);
    return { ordinals, documentOf: places, documents: new Uint32Array(documents), firstOfDocument: new Uint32Array(firsts) };
  });
}

/** Takes repetitions out of an ascending list, in its place. */
function distinct(ascending: Uint32Array): Uint32Array {
  let size = 0;
  for (let i = 0; i < ascending.length; i++) if (i === 0 || ascending[i] !== ascending[i - 1]) ascending[size++] = ascending[i] as number;
  return ascending.subarray(0, size);
}
