import { vectorsAPage } from "../segment/parts.ts";
import type { DraftVectors } from "../segment/segment-draft.ts";
import { copyLive } from "./copy-live.ts";
import type { MergeInput } from "./merge-input.ts";

/** Joins vectors, without what is deleted; null when no input has any. @param drawers live drawers of all inputs */
export function mergeVectors(inputs: readonly MergeInput[], drawers: number): DraftVectors | null {
  const dimension = Math.max(...inputs.map(({ segment }) => segment.dimension));
  if (dimension === 0) return null;
  const inverseNorms = new Float32Array(drawers).fill(Number.NaN);
  for (const { segment, base, dead } of inputs) if (segment.dimension > 0) copyLive(segment.storedNorms(), 1, inverseNorms, base, dead);
  return { dimension, inverseNorms, pages: () => joinedPages(inputs, drawers, dimension) };
}

/** The pages of the joined segment; one page of an input and one of the result are in memory at a time. */
function* joinedPages(inputs: readonly MergeInput[], drawers: number, dimension: number): Generator<Uint8Array> {
  const rows = vectorsAPage(dimension);
  let page = new Uint8Array(Math.min(rows, drawers) * dimension);
  let filled = 0;
  let done = 0;
  for (const run of liveRuns(inputs, dimension)) {
    for (let from = 0; from < run.rows; ) {
      const count = Math.min(run.rows - from, rows - filled);
      if (run.components !== null) page.set(run.components.subarray(from * dimension, (from + count) * dimension), filled * dimension);
      from += count;
      filled += count;
      if (filled < rows && done + filled < drawers) continue;
      yield page;
      done += filled;
      filled = 0;
      page = new Uint8Array(Math.min(rows, drawers - done) * dimension);
    }
  }
}

/** The vectors of live drawers in order, in runs that follow one another in an input; null: none of the run has one. */
function* liveRuns(inputs: readonly MergeInput[], dimension: number): Generator<{ readonly components: Uint8Array | null; readonly rows: number }> {
  const rows = vectorsAPage(dimension);
  for (const { segment, dead } of inputs) {
    if (segment.dimension === 0) {
      yield { components: null, rows: segment.live.drawers };
      continue;
    }
    for (let first = 0, page = 0; first < segment.drawers; first += rows, page++) {
      const components = segment.vectorPage(page);
      const count = Math.min(rows, segment.drawers - first);
      for (let from = 0; from < count; ) {
        let to = from;
        const state = dead?.[first + from] ?? 0;
        while (to < count && (dead?.[first + to] ?? 0) === state) to++;
        if (state === 0) yield { components: components.subarray(from * dimension, to * dimension), rows: to - from };
        from = to;
      }
    }
  }
}
