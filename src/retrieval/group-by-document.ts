import type { Ranked } from "./rank.ts";

/** Keeps the best candidate of each document, in the order of those. */
export function groupByDocument(ranked: readonly Ranked[]): readonly Ranked[] {
  const seen = new Set<number>();
  return ranked.filter(({ candidate }) => {
    if (seen.has(candidate.document)) return false;
    seen.add(candidate.document);
    return true;
  });
}
