import type { PalaceRow } from "../../model/placement.ts";

/** The palace as a tree of counts: wing → room → drawers, and wing → hall → drawers (those without a hall are not counted). */
export interface Taxonomy {
  readonly taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly halls: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The rooms of the rows that a caller sees, keys sorted. Cost: linear in the rows. */
export function roomsByWing(rows: readonly PalaceRow[]): Taxonomy["taxonomy"] {
  return tree(rows.map(({ wing, room, count }) => [wing, room, count]));
}

/**
 * Halls by the names of wings that are shown. A drawer counts in its cognitive hall and in each topical one.
 *
 * @param stored wing → hall → drawers, by the names that are stored
 */
export function hallsByWing(stored: Taxonomy["halls"], shown: (wing: string) => string): Taxonomy["halls"] {
  return tree(
    Object.entries(stored).flatMap(([wing, halls]) =>
      Object.entries(halls).map(([hall, count]) => [shown(wing), hall, count] as const),
    ),
  );
}

function tree(counted: readonly (readonly [wing: string, leaf: string, count: number])[]): Taxonomy["taxonomy"] {
  const wings = new Map<string, Map<string, number>>();
  for (const [wing, leaf, count] of counted) {
    let leaves = wings.get(wing);
    if (leaves === undefined) wings.set(wing, (leaves = new Map()));
    leaves.set(leaf, (leaves.get(leaf) ?? 0) + count);
  }
  return fromSorted([...wings].map(([wing, leaves]) => [wing, fromSorted([...leaves])]));
}

/** `Object.fromEntries` also keeps a key like `__proto__` as plain data. */
function fromSorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
