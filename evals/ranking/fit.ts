import type { Collection, Question } from "./collect.ts";

const STEPS = 250;
const RATE = 0.05;
const RIDGE = 1e-3;
/** A feature that differs less than this, such as how recent messages of long ago are, tells nothing and gets no weight. */
const LEAST_DEVIATION = 0.02;

/**
 * A question with a right candidate, as the fit reads it: messages or documents, each with its parts, of which the best stands for it. The rows lie
 * in one array, message after message: a quarter of a million of them are read at each step.
 */
interface Example {
  /** Candidates × features that take part. */
  readonly rows: Float64Array;
  /** Where the rows of each message begin, and behind the last one their number. */
  readonly starts: Int32Array;
  readonly right: Float64Array;
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
  const byId = [...Map.groupBy(rows.keys(), (row) => ids[row] ?? "")];
  const right = byId.map(([id]) => (gold.has(id) ? 1 : 0) as number);
  const sum = right.reduce((a, b) => a + b, 0);
  const starts = new Int32Array(byId.length + 1);
  byId.forEach(([, list], i) => (starts[i + 1] = (starts[i] as number) + list.length));
  const order = byId.flatMap(([, list]) => list);
  return {
    rows: Float64Array.from(
      order.flatMap((row) => used.map((i) => (rows[row]?.[i] as number) / (deviation[i] as number))),
    ),
    starts,
    right: Float64Array.from(right, (value) => value / sum),
    weight,
  };
}

function gradient(examples: readonly Example[], weights: readonly number[]): number[] {
  const width = weights.length;
  const slope = weights.map(() => 0);
  for (const { rows, starts, right, weight } of examples) {
    const best = new Int32Array(right.length);
    const scores = new Float64Array(right.length).fill(-Infinity);
    for (let m = 0; m < right.length; m++) {
      for (let row = starts[m] as number; row < (starts[m + 1] as number); row++) {
        let score = 0;
        for (let i = 0; i < width; i++) score += (rows[row * width + i] as number) * (weights[i] as number);
        if (score > (scores[m] as number)) [scores[m], best[m]] = [score, row];
      }
    }
    const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((a, b) => a + b, 0);
    for (let m = 0; m < right.length; m++) {
      const error = weight * ((powers[m] as number) / total - (right[m] as number));
      const row = (best[m] as number) * width;
      for (let i = 0; i < width; i++) slope[i] = (slope[i] as number) + error * (rows[row + i] as number);
    }
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
