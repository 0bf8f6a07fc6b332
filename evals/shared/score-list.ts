/** Quality figures of one ranked list against the ids that should be in it. */
export interface ListScores {
  /** 1 when at least one right id is among the first k. */
  readonly any: (k: number) => number;
  /** 1 when all right ids are among the first k. */
  readonly all: (k: number) => number;
  /** Share of the right ids among the first k. */
  readonly recall: (k: number) => number;
  /** 1 / rank of the first right id; 0 when there is none. */
  readonly reciprocalRank: number;
  /** Discounted gain of the first k over that of the best order: Σ gain / log2(rank + 1) (Järvelin & Kekäläinen 2002, linear gain). */
  readonly ndcg: (k: number) => number;
}

/**
 * Scores a ranked list.
 *
 * @param ranked ids, best first, without repeats
 * @param gold the right ids with their gain (> 0); not empty
 */
export function scoreList(ranked: readonly string[], gold: ReadonlyMap<string, number>): ListScores {
  const found = (k: number): number => ranked.slice(0, k).filter((id) => gold.has(id)).length;
  const first = ranked.findIndex((id) => gold.has(id));
  const gain = (ids: readonly string[]): number =>
    ids.reduce((sum, id, i) => sum + (gold.get(id) ?? 0) / Math.log2(i + 2), 0);
  const ideal = [...gold].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  return {
    any: (k) => (found(k) > 0 ? 1 : 0),
    all: (k) => (found(k) === gold.size ? 1 : 0),
    recall: (k) => found(k) / gold.size,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    ndcg: (k) => gain(ranked.slice(0, k)) / gain(ideal.slice(0, k)),
  };
}
