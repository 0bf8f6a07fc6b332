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
