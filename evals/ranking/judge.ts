import { scoreList } from "../../src/evaluation/metrics.ts";
import type { Collection } from "./collect.ts";

/** The figure by which a collection is judged, in per cent: recall at 10, or nDCG at 10 where `ndcg` says so. */
export function judge({ questions }: Collection, weights: readonly number[], ndcg: boolean): number {
  const scores = questions.map(({ rows, ids, gold }) => {
    const order = rows.map((row, i) => ({ id: ids[i] ?? "", score: row.reduce((sum, value, f) => sum + value * (weights[f] as number), 0) }));
    order.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const list = scoreList([...new Set(order.map(({ id }) => id))], new Map([...gold].map((id) => [id, 1])));
    return ndcg ? list.ndcg(10) : list.recall(10);
  });
  return (100 * scores.reduce((a, b) => a + b, 0)) / Math.max(1, scores.length);
}
