/** Maximum number of accesses that count, newest first. */
const MAX_ACCESSES = 50;

/**
 * ACT-R base-level activation, B = ln(1 + Σ_j t_j^−0.5), with t_j the seconds since the j-th access, at least 1, over
 * the last 50 accesses (Anderson & Schooler 1991, decay d = 0.5; `1 +` keeps it ≥ 0). A clock that went backwards
 * makes an access count as just now.
 *
 * @param accesses times in milliseconds since the epoch with the weight of their kind, any order
 * @param now milliseconds since the epoch
 * @returns 0 without accesses
 * @example activation([{ time: now - 4_000, weight: 1 }], now) // ln(1 + 0.5)
 */
export function activation(
  accesses: readonly { readonly time: number; readonly weight: number }[],
  now: number,
): number {
  const last = accesses.toSorted((a, b) => b.time - a.time).slice(0, MAX_ACCESSES);
  let sum = 0;
  for (const { time, weight } of last) sum += weight * Math.max(1, (now - time) / 1000) ** -0.5;
  return Math.log1p(sum);
}

/**
 * Σ value × weight over `names`, in their order: the score of `contributions`, without its parts. Equal to the last bit.
 *
 * @example weightedSum(["a"], { a: 2 }, { a: 0.5 }) // 1
 */
export function weightedSum<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  let sum = 0;
  for (const name of names) sum += values[name] * weights[name];
  return sum;
}

/** A score taken apart: named parts that add up to it, in the order of `parts`. */
interface Contributions {
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * value × weight for each name, and their sum. Parts that are exactly 0 are left out: they explain nothing.
 * The sum is taken over the parts in their order, so adding them up again gives the same double.
 *
 * @example contributions(["a"], { a: 2 }, { a: 0.5 }) // { score: 1, parts: { a: 1 } }
 */
export function contributions<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): Contributions {
  const parts: Record<string, number> = {};
  let score = 0;
  for (const name of names) {
    const part = values[name] * weights[name];
    if (part === 0) continue;
    parts[name] = part;
    score += part;
  }
  return { score, parts };
}
