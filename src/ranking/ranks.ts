/**
 * 1-based ranks by descending value; values ≤ 0 have no rank. Ties break by ascending id, so every rank is given once.
 *
 * @returns id → rank
 */
export function ranks<T extends { readonly id: string }>(
  items: readonly T[],
  value: (item: T) => number,
): ReadonlyMap<string, number> {
  const ordered = items.filter((item) => value(item) > 0).sort((a, b) => value(b) - value(a) || (a.id < b.id ? -1 : 1));
  return new Map(ordered.map(({ id }, i) => [id, i + 1]));
}
