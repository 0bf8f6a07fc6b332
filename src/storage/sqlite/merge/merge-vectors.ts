import { vectorsAPage } from "../segment/parts.ts";
import type { DraftVectors } from "../segment/segment-draft.ts";
import { copyLive } from "./copy-live.ts";
import type { MergeInput } from "./merge-input.ts";

/** Joins vectors, without what is deleted; null when no input has any. @param drawers live drawers of all inputs */
export function mergeVectors(inputs: readonly MergeInput[], drawers: number): DraftVectors | null {
  const dimension = Math.max(...inputs.map(({ segment }) => segment.dimension));
  if (dimension === 0) return null;
  const components = new Uint8Array(drawers * dimension);
  const inverseNorms = new Float32Array(drawers).fill(Number.NaN);
  for (const { segment, base, dead } of inputs) {
    if (segment.dimension === 0) continue;
    copyLive(segment.storedNorms(), 1, inverseNorms, base, dead);
    const rows = vectorsAPage(dimension);
    let live = base;
    for (let first = 0, page = 0; first < segment.drawers; first += rows, page++) {
      const last = Math.min(first + rows, segment.drawers);
      const deadRows = dead === null ? null : dead.subarray(first, last);
      copyLive(segment.vectorPage(page), dimension, components, live, deadRows);
      live += deadRows === null ? last - first : deadRows.reduce((sum, one) => sum + 1 - one, 0);
    }
  }
  return { dimension, components, inverseNorms };
}
