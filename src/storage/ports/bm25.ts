/** Term-frequency saturation and length normalisation of BM25, the constants of FTS5's `bm25()`. */
export const K1 = 1.2;
const B = 0.75;

/**
 * Inverse document frequency as FTS5's `bm25()` has it: ln((N − n + 0.5) / (n + 0.5)), and 1e-6 where that is ≤ 0,
 * so that a term in more than half of all drawers still counts for a little.
 *
 * @param n drawers that hold the term
 * @param total drawers in all
 * @example idf(1, 3) // ln(2.5 / 1.5) = 0.5108…
 */
export function idf(n: number, total: number): number {
  const value = Math.log((total - n + 0.5) / (n + 0.5));
  return value > 0 ? value : 1e-6;
}

/**
 * The saturated share of one term, to be multiplied by weight and idf.
 *
 * @param tf field-weighted occurrences; 0 gives 0
 * @param length terms in the text; @param average mean length of such texts; 0 counts as "no normalisation"
 */
export function saturation(tf: number, length: number, average: number): number {
  if (tf === 0) return 0;
  const relative = average > 0 ? length / average : 1;
  return (tf * (K1 + 1)) / (tf + K1 * (1 - B + B * relative));
}
