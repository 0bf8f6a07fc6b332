import { ID_BYTES } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentDraft, Tally } from "../segment/segment-draft.ts";
import { copyLive } from "./copy-live.ts";
import { mergeColumns } from "./merge-columns.ts";
import { mergeInputs } from "./merge-input.ts";
import { mergeTerms } from "./merge-terms.ts";
import { mergeVectors } from "./merge-vectors.ts";

/** A merged segment, and the numbers of its documents. */
export interface Merged {
  readonly draft: SegmentDraft;
  readonly documents: Uint32Array;
}

/**
 * Joins neighbouring segments of one scope into one, in order, without what is deleted. Reads only; inside a read transaction.
 * Null when nothing is live. Cost: linear in the bytes of postings and vectors; no text is touched.
 */
export function mergeSegments(segments: readonly Segment[]): Merged | null {
  const inputs = mergeInputs(segments);
  const drawers = segments.reduce((sum, { live }) => sum + live.drawers, 0);
  const scope = segments[0]?.scope;
  if (drawers === 0 || scope === undefined) return null;
  const { columns, documents } = mergeColumns(inputs, drawers);
  const ids = new Uint8Array(drawers * ID_BYTES);
  for (const { segment, base, dead } of inputs) copyLive<Uint8Array>(segment.ids(), ID_BYTES, ids, base, dead);
  const vectors = mergeVectors(inputs, drawers);
  const tallies = Array.from(documents, (_, d): Tally => {
    const from = columns.starts[d] as number;
    const to = columns.starts[d + 1] as number;
    let tokens = 0;
    let found = 0;
    for (let o = from; o < to; o++) {
      tokens += columns.length[o] as number;
      if (vectors !== null && !Number.isNaN(vectors.inverseNorms[o])) found++;
    }
    return { drawers: to - from, vectors: found, tokens, textBytes: columns.textBytes[d] as number };
  });
  return { draft: { scope, columns, ids, terms: mergeTerms(inputs), vectors, tallies }, documents };
}
