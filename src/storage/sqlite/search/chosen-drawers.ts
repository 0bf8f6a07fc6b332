import type { Segment } from "../segment/segment.ts";
import { ordinalOf, segmentOf, type TopPool } from "./top-pool.ts";
import { documentOf } from "./sorted-lists.ts";
import { Signal } from "../../../model/signals.ts";
import type { NumberColumn, SegmentColumns } from "../segment/segment-columns.ts";

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
  const drawers = inOrder(pools);
  let next = 0;
  return segments.map((segment, s) => {
    const first = next;
    while (next < drawers.length && segmentOf(drawers[next] as number) === s) next++;
    const ordinals = distinctOrdinals(drawers, first, next);
    const size = ordinals.length;
    const numbers = new Uint32Array(3 * size + 1);
    const documents = numbers.subarray(0, size);
    const places = numbers.subarray(size, 2 * size);
    const firsts = numbers.subarray(2 * size);
    let count = 0;
    if (ordinals.length > 0) {
      const { starts } = segment.columns();
      // Where the document of the last drawer ends.
      let end = 0;
      for (let i = 0; i < ordinals.length; i++) {
        const ordinal = ordinals[i] as number;
        if (ordinal >= end) {
          const document = documentOf(starts, ordinal);
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
function inOrder(pools: readonly TopPool[]): Float64Array {
  const drawers = new Float64Array(pools.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const pool of pools) {
    drawers.set(pool.kept(), at);
    at += pool.size;
  }
  return drawers.sort();
}

/** Ordinals of the drawers of an ascending list from `start` to `end`, each once. */
function distinctOrdinals(drawers: Float64Array, start: number, end: number): Uint32Array {
  const ordinals = new Uint32Array(end - start);
  let size = 0;
  for (let i = start; i < end; i++)
    if (i === start || drawers[i] !== drawers[i - 1]) ordinals[size++] = ordinalOf(drawers[i] as number);
  return ordinals.subarray(0, size);
}

/** Whether a drawer is a message: those have an author, or at least a role in its place. */
export function isMessage({ author, dictionaries }: SegmentColumns, ordinal: number): boolean {
  return dictionaries.authors[author[ordinal] as number] !== "";
}

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
