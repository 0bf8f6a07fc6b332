/** Steps taken one by one before they double. */
const SINGLE_STEPS = 4;

/**
 * First index from `from` on, and before `length`, whose value is at least `target`, in an ascending list; `length` if there is none. Steps
 * double before halving, so a short way costs little: 2·log₂(way) comparisons.
 */
export function gallop(list: Uint32Array, from: number, length: number, target: number): number {
  const near = Math.min(length, from + SINGLE_STEPS);
  let low = from;
  while (low < near && (list[low] as number) < target) low++;
  if (low < near || low >= length) return low;
  low--;
  let step = 1;
  while (low + step < length && (list[low + step] as number) < target) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, length);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What all of the ascending lists hold, ascending. Cost: the shortest list times a gallop in each other one. */
export function intersect(lists: readonly Uint32Array[]): number[] {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length);
  if (shortest === undefined) return [];
  const at = others.map(() => 0);
  const common: number[] = [];
  for (const value of shortest) {
    const everywhere = others.every((list, i) => {
      const index = gallop(list, at[i] as number, list.length, value);
      at[i] = index;
      return list[index] === value;
    });
    if (everywhere) common.push(value);
  }
  return common;
}
