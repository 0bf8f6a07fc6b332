import type { PalaceRow } from "../../model/placement.ts";

/** Rows of which several may name one place, as one a place: counts summed, first and last day of all. Sorted by wing, room, hall. */
export function mergeRows(rows: readonly PalaceRow[]): readonly PalaceRow[] {
  const merged = new Map<string, PalaceRow>();
  for (const row of rows) {
    const key = `${row.wing}\u0000${row.room}\u0000${row.hall}`;
    const known = merged.get(key);
    merged.set(
      key,
      known === undefined
        ? row
        : {
            ...known,
            count: known.count + row.count,
            first: earlier(known.first, row.first),
            last: later(known.last, row.last),
          },
    );
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a;
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}
