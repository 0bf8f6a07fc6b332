import type { Access } from "../../model/access.ts";
import type { Caller } from "../../model/caller.ts";

/** Accesses kept for each drawer and caller; older ones are dropped when newer ones are recorded. */
export const MAX_ACCESSES_KEPT = 50;

/**
 * Which drawers were used, when, by whom. Kept per caller, so that what one does changes nothing for another.
 * "Last" is by the order of recording, not by time: a clock that went backwards loses nothing.
 */
export interface AccessLog {
  /** Appends in one transaction. Drawers need not exist any more. */
  record(accesses: readonly Access[]): Promise<void>;
  /**
   * The last accesses of each drawer, latest recorded first, at most 50 a drawer, by these callers only.
   * Drawers without any are left out. Cost: one query for all ids.
   */
  last(drawers: readonly string[], callers: "all" | readonly Caller[]): Promise<ReadonlyMap<string, readonly Access[]>>;
  /** Drops what is recorded of these drawers. */
  forget(drawers: readonly string[]): Promise<void>;
}
