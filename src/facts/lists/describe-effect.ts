import type { FactEffect, FactItem } from "../../storage/ports/fact-store.ts";

/**
 * What turned one list into another: values that came, values that went, and a smallest set of values that changed their order. Shifts that follow
 * from these are not named. Cost: O(n log n) in the length of the lists (longest increasing subsequence).
 * @example describeEffect([dill], [dill, sage]) // { added: [{ value: "sage", position: 2 }], removed: [], moved: [] }
 */
export function describeEffect(before: readonly FactItem[], after: readonly FactItem[]): FactEffect {
  const old = new Map(before.map((item, i) => [item.key, { value: item.value, position: i + 1 }]));
  const now = new Map(after.map((item, i) => [item.key, { value: item.value, position: i + 1 }]));
  const respelt = (key: string): boolean => old.get(key)?.value !== now.get(key)?.value;
  const kept = after.filter((item) => old.has(item.key) && !respelt(item.key));
  const positions = kept.map((item) => (old.get(item.key) as { position: number }).position);
  const still = increasing(positions);
  return {
    added: [...now].filter(([key]) => respelt(key)).map(([, at]) => at),
    removed: [...old].filter(([key]) => respelt(key)).map(([, at]) => at),
    moved: kept
      .filter((_, i) => !still.has(i))
      .map((item) => ({
        value: item.value,
        from: old.get(item.key)?.position ?? 0,
        to: now.get(item.key)?.position ?? 0,
      })),
  };
}

/** Indices of one longest increasing subsequence (patience sorting). */
function increasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const before: number[] = [];
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = i;
  });
  const chosen = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) chosen.add(i);
  return chosen;
}
