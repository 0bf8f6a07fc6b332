import type { Collection, Question } from "./collect.ts";

const STEPS = 250;
const RATE = 0.05;
const RIDGE = 1e-3;
/** A feature that differs less than this, such as how recent messages of long ago are, tells nothing and gets no weight. */
const LEAST_DEVIATION = 0.02;

/** A question with a right candidate, as the fit reads it: messages or documents, each with its parts, of which the best stands for it. */
interface Example {
  readonly parts: readonly (readonly (readonly number[])[])[];
  readonly right: readonly number[];
  readonly weight: number;
}

/**
 * Weights that minimise the softmax cross-entropy of right messages (or documents) against all of a question, each by its best part (ListNet,
 * Cao et al. 2007), each collection with the same say, features divided by their standard deviation, a little ridge.
 * Adam, a fixed number of steps from zero: the same data give the same weights.
 *
 * @param offered indexes of the features that take part; the others get 0
 */
export function fit(
  collections: readonly Collection[],
  offered: readonly number[],
  features: number,
): readonly number[] {
  const deviation = deviations(collections, features);
  const used = offered.filter((i) => (deviation[i] as number) >= LEAST_DEVIATION);
  const examples = collections.flatMap(({ questions }) => {
    const kept = questions.filter(({ gold, ids }) => ids.some((id) => gold.has(id)));
    return kept.map((question) => example(question, used, deviation, 1 / kept.length));
  });
  const weights = used.map(() => 0);
  const mean = used.map(() => 0);
  const square = used.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    const slope = gradient(examples, weights);
    slope.forEach((g, i) => {
      const full = g + RIDGE * (weights[i] as number);
      mean[i] = 0.9 * (mean[i] as number) + 0.1 * full;
      square[i] = 0.99 * (square[i] as number) + 0.01 * full * full;
      const m = (mean[i] as number) / (1 - 0.9 ** step);
      const v = (square[i] as number) / (1 - 0.99 ** step);
      weights[i] = (weights[i] as number) - (RATE * m) / (Math.sqrt(v) + 1e-9);
    });
  }
  const result = Array.from({ length: features }, () => 0);
  used.forEach((feature, i) => (result[feature] = (weights[i] as number) / (deviation[feature] as number)));
  return result;
}

function example(
  { rows, ids, gold }: Question,
  used: readonly number[],
  deviation: readonly number[],
  weight: number,
): Example {
  const scaled = rows.map((row) => used.map((i) => (row[i] as number) / (deviation[i] as number)));
  const byId = [...Map.groupBy(scaled.keys(), (row) => ids[row] ?? "")];
  const right = byId.map(([id]) => (gold.has(id) ? 1 : 0) as number);
  const sum = right.reduce((a, b) => a + b, 0);
  return {
    parts: byId.map(([, list]) => list.map((row) => scaled[row] as readonly number[])),
    right: right.map((value) => value / sum),
    weight,
  };
}

function gradient(examples: readonly Example[], weights: readonly number[]): number[] {
  const slope = weights.map(() => 0);
  const scoreOf = (row: readonly number[]): number =>
    row.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);
  for (const { parts, right, weight } of examples) {
    const rows = parts.map((list) => list.reduce((best, row) => (scoreOf(row) > scoreOf(best) ? row : best)));
    const scores = rows.map(scoreOf);
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((a, b) => a + b, 0);
    rows.forEach((row, r) => {
      const error = weight * ((powers[r] as number) / total - (right[r] as number));
      for (let i = 0; i < row.length; i++) slope[i] = (slope[i] as number) + error * (row[i] as number);
    });
  }
  return slope;
}

function deviations(collections: readonly Collection[], features: number): readonly number[] {
  const sums = Array.from({ length: features }, () => ({ sum: 0, squares: 0 }));
  let count = 0;
  for (const { questions } of collections) {
    for (const { rows } of questions) {
      for (const row of rows) {
        count++;
        row.forEach((value, i) => {
          const entry = sums[i] as { sum: number; squares: number };
          entry.sum += value;
          entry.squares += value * value;
        });
      }
    }
  }
  return sums.map(({ sum, squares }) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) + 1e-9);
}
