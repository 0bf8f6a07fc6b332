import type { Feature } from "./features.ts";

/**
 * What each feature counts for: a plain linear combination, readable and exact to explain. Fitted on the development parts of LoCoMo, RealMem,
 * SciFact and BEAM together, each with the same say, then moved by steps of a fifth where all of them gained; how, with the figures with and
 * without each feature and with each collection left out, stands in evals/ranking.md. Chosen by hand:
 *
 * - `recency`: a fit gives it twice as much, at the cost of conversations whose questions are asked on the day after the last session.
 * - `hall`: evals/palace/prior.md. `named` and `links`: no question of the collections tells anything of them; chosen on notes and sources that
 *   were asked for by name, path or title.
 * - `tool`, `toolAsked`, `aside`: chosen on the sessions of a coding agent, which are too few for a fit.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  message: 0.046,
  window1: 0.076,
  window3: 0.165,
  window6: 0.14,
  coverage: 0.162,
  documentCoverage: 0.142,
  dense: 0.26,
  denseNeighbours: 0.175,
  documentDense: 0.204,
  speaker: 0.101,
  question: -0.02,
  followsQuestion: 0.048,
  firstPerson: 0.056,
  time: 0.378,
  hall: 0.033,
  recency: 0.1,
  named: 0.7,
  links: -0.2,
  assistant: -0.24,
  assistantAsked: 0.12,
  tool: -0.5,
  toolAsked: 0.4,
  aside: -0.15,
};

/** Maximum number of accesses that count, newest first. */
const MAX_ACCESSES = 50;

/**
 * ACT-R base-level activation, B = ln(1 + Σ_j t_j^−0.5), with t_j the seconds since the j-th access, at least 1, over
 * the last 50 accesses (Anderson & Schooler 1991, decay d = 0.5; `1 +` keeps it ≥ 0). A clock that went backwards
 * makes an access count as just now.
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

/**
 * value × weight for each name, and their sum. Parts that are exactly 0 are left out: they explain nothing.
 * The sum is taken over the parts in their order, so adding them up again gives the same double.
 * @example contributions(["a"], { a: 2 }, { a: 0.5 }) // { score: 1, parts: { a: 1 } }
 */
export function contributions<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): { readonly score: number; readonly parts: Readonly<Record<string, number>> } {
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
