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
