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

/** A mean with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const RESAMPLES = 1_000;

/**
 * Mean and percentile bootstrap interval (Efron 1979) over questions, with a fixed seed, so that a report can be repeated.
 *
 * @param values one figure a question; empty gives zeros
 * @param seed any integer
 */
export function bootstrap(values: readonly number[], seed: number): Estimate {
  const count = values.length;
  if (count === 0) return { mean: 0, low: 0, high: 0, count };
  const random = seededRandom(seed);
  const means: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[Math.floor(random() * count)] as number;
    means.push(sum / count);
  }
  means.sort((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / count,
    low: means[Math.floor(RESAMPLES * 0.025)] as number,
    high: means[Math.ceil(RESAMPLES * 0.975) - 1] as number,
    count,
  };
}

/**
 * Numbers 0 ≤ value < 1, the same from the same seed: mulberry32 (Tommy Ettinger, public domain). Its 32 bits of state are enough to draw
 * samples and to make up data.
 *
 * @example const random = seededRandom(7); random(); // 0.011704…
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
