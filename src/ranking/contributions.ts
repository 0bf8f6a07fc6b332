/** A score taken apart: named parts that add up to it, in the order of `parts`. */
export interface Contributions {
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
