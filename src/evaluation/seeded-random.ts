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
