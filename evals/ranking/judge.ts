import { scoreList } from "../shared/score-list.ts";
import type { Collection } from "./collect.ts";

/** A collection's figure at 10, the mean over its questions, in per cent. */
export function judge({ figure, questions }: Collection, weights: readonly number[]): number {
  const scores = questions.map(({ rows, ids, gold }) => {
    const order = rows.map((row, i) => ({
      id: ids[i] ?? "",
      score: row.reduce((sum, value, f) => sum + value * (weights[f] as number), 0),
    }));
    order.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const list = scoreList([...new Set(order.map(({ id }) => id))], new Map([...gold].map((id) => [id, 1])));
    return list[figure](10);
  });
  return (100 * scores.reduce((a, b) => a + b, 0)) / Math.max(1, scores.length);
}
