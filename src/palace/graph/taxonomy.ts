import type { PalaceRow } from "../../model/placement.ts";

/** The palace as a tree of counts: wing → room → drawers, and wing → hall → drawers (those without a hall are not counted). */
export interface Taxonomy {
  readonly taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly halls: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The taxonomy of the rows that a caller sees, keys sorted. Cost: linear in the rows. */
export function taxonomyOf(rows: readonly PalaceRow[]): Taxonomy {
  return {
    taxonomy: tree(rows, (row) => row.room),
    halls: hallsByWing(rows),
  };
}

/** wing → hall → drawers. */
export function hallsByWing(rows: readonly PalaceRow[]): Taxonomy["halls"] {
  return tree(
    rows.filter(({ hall }) => hall !== ""),
    ({ hall }) => hall,
  );
}

function tree(rows: readonly PalaceRow[], leaf: (row: PalaceRow) => string): Record<string, Record<string, number>> {
  const wings = new Map<string, Map<string, number>>();
  for (const row of rows) {
    let leaves = wings.get(row.wing);
    if (leaves === undefined) wings.set(row.wing, (leaves = new Map()));
    leaves.set(leaf(row), (leaves.get(leaf(row)) ?? 0) + row.count);
  }
  return fromSorted([...wings].map(([wing, leaves]) => [wing, fromSorted([...leaves])]));
}

/** `Object.fromEntries` also keeps a key like `__proto__` as plain data. */
function fromSorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
