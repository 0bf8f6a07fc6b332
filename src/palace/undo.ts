import type { Correction, CorrectionRecord, PalaceEdits } from "../model/palace-edits.ts";

/** Calls that can be undone, one after the other. */
const RECORDS_KEPT = 50;

/** What a call was, without what it came to. */
export type CorrectionCall = Omit<CorrectionRecord, "added" | "removed">;

/** Puts corrections in place of those in force, and remembers what changed. */
export function corrected(before: PalaceEdits, corrections: readonly Correction[], call: CorrectionCall): PalaceEdits {
  const added = without(corrections, before.corrections);
  const removed = without(before.corrections, corrections);
  return { ...before, corrections, deeds: [...(before.deeds ?? []), { ...call, added, removed }].slice(-RECORDS_KEPT) };
}

/**
 * Takes the last call back: what it made goes, what it took the place of is in force again.
 *
 * @returns null where there is none
 */
export function undone(edits: PalaceEdits): { readonly edits: PalaceEdits; readonly record: CorrectionRecord } | null {
  const record = edits.deeds?.at(-1);
  if (record === undefined) return null;
  const corrections = [...without(edits.corrections, record.added), ...record.removed];
  return { edits: { ...edits, corrections, deeds: edits.deeds?.slice(0, -1) ?? [] }, record };
}

/** Forgets what was said of these drawers, so that no undoing brings it back. */
export function forgetMoves(edits: PalaceEdits, forgotten: ReadonlySet<string>): PalaceEdits {
  const stays = (one: Correction): boolean => one.kind !== "move" || !forgotten.has(one.drawer);
  const { deeds } = edits;
  return {
    ...edits,
    corrections: edits.corrections.filter(stays),
    ...(deeds !== undefined && { deeds: deeds.filter(({ drawer }) => drawer === null || !forgotten.has(drawer)) }),
  };
}

/** Says of a drawer under its new id what was remembered of it under the old one. */
export function renameDrawer(
  records: readonly CorrectionRecord[],
  before: string,
  { id, contentHash }: { readonly id: string; readonly contentHash: string },
): readonly CorrectionRecord[] {
  const named = (one: Correction): Correction =>
    one.kind === "move" && one.drawer === before ? { ...one, drawer: id, contentHash } : one;
  return records.map((record) =>
    record.drawer === before
      ? { ...record, drawer: id, added: record.added.map(named), removed: record.removed.map(named) }
      : record,
  );
}

function without(list: readonly Correction[], others: readonly Correction[]): readonly Correction[] {
  const keys = new Set(others.map(keyOf));
  return list.filter((one) => !keys.has(keyOf(one)));
}

/** The order of properties may differ after a round through a database. */
function keyOf(correction: Correction): string {
  return JSON.stringify(Object.entries(correction).sort(([a], [b]) => (a < b ? -1 : 1)));
}
