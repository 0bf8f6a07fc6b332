/** The value at `share` of the sorted list: 0.5 is the median. @param values at least one, in any order */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
