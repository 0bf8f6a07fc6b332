import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Drawer } from "../../model/drawer.ts";
import type { Scope } from "../../model/scope.ts";

/**
 * So many drawers of one scope, wing, room, hall and day: what a store counts up and down as drawers come and go, so that the palace is
 * never counted anew. Days and not instants, so that the first and last date survive a removal.
 */
export interface PalaceCell {
  readonly scope: Scope;
  readonly wing: string;
  readonly room: string;
  /** Empty when unsure. */
  readonly hall: string;
  /** `YYYY-MM-DD` as the content date has it; empty when there is none. */
  readonly day: string;
  /** In a change: how many came (positive) or went (negative). */
  readonly count: number;
}

/** A room in a wing, with one of its halls. */
export interface PalaceRow {
  readonly wing: string;
  readonly room: string;
  readonly hall: string;
  readonly count: number;
  /** First and last day, `YYYY-MM-DD`; null where no drawer has a date. */
  readonly first: string | null;
  readonly last: string | null;
}

/** The cell that a drawer counts in. @param by 1 when it comes, −1 when it goes */
export function cellOf(drawer: Pick<Drawer, "placement" | "date">, scope: Scope, by: 1 | -1): PalaceCell {
  const { wing, room, hall } = drawer.placement;
  return { scope, wing: wing.value, room: room.value, hall: hall.value ?? "", day: dayOf(drawer.date?.value), count: by };
}

/** The identity of a cell: everything but its count. */
export function cellKey({ scope, wing, room, hall, day }: PalaceCell): string {
  return [scope, wing, room, hall, day].join("\u0000");
}

/**
 * Cells after changes: counts summed, empty ones gone. The order of the changes doesn't matter.
 * Cost: linear in the changes when `cells` may be changed in place, which it is: the map given is the map returned.
 */
export function applyDelta(cells: Map<string, PalaceCell>, changes: readonly PalaceCell[]): Map<string, PalaceCell> {
  for (const change of changes) {
    const key = cellKey(change);
    const count = (cells.get(key)?.count ?? 0) + change.count;
    if (count === 0) cells.delete(key);
    else cells.set(key, { ...change, count });
  }
  return cells;
}

/** The rows that a caller sees, sorted by wing, room, hall. What an engine may as well ask of its table with one GROUP BY. */
export function palaceRows(cells: Iterable<PalaceCell>, visible: VisibleScopes): readonly PalaceRow[] {
  const rows = new Map<string, { wing: string; room: string; hall: string; count: number; first: string | null; last: string | null }>();
  for (const { scope, wing, room, hall, day, count } of cells) {
    if (!canSee(visible, scope) || count <= 0) continue;
    const key = [wing, room, hall].join("\u0000");
    const row = rows.get(key) ?? { wing, room, hall, count: 0, first: null, last: null };
    row.count += count;
    if (day !== "" && (row.first === null || day < row.first)) row.first = day;
    if (day !== "" && (row.last === null || day > row.last)) row.last = day;
    rows.set(key, row);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function dayOf(date: string | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0] ?? "";
}
