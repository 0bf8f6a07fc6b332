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
