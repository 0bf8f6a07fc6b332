/** Constant of reciprocal rank fusion; 60 as in Cormack, Clarke & Büttcher, SIGIR 2009. */
export const RRF_K = 60;

/**
 * The share of one leg in reciprocal rank fusion, 1 / (k + rank).
 *
 * @param rank 1-based; null where the leg did not find it, which counts nothing
 */
export function reciprocalRank(rank: number | null): number {
  return rank === null ? 0 : 1 / (RRF_K + rank);
}

/**
 * 1-based ranks by descending value; values ≤ 0 have no rank. Ties break by ascending id, so every rank is given once.
 *
 * @returns id → rank
 */
export function ranks<T extends { readonly id: string }>(
  items: readonly T[],
  value: (item: T) => number,
): ReadonlyMap<string, number> {
  const ordered = items.filter((item) => value(item) > 0).sort((a, b) => value(b) - value(a) || (a.id < b.id ? -1 : 1));
  return new Map(ordered.map(({ id }, i) => [id, i + 1]));
}
