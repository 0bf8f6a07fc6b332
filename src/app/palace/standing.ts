import type { Caller } from "../../model/caller.ts";
import { wingSlug } from "../../palace/wing.ts";
import type { OpenedProject } from "../opened-project.ts";
import { wingsOf } from "./browse.ts";
import type { PalaceView } from "./palace-views.ts";

/** What an agent may be told of the palace before it asks: counts, and the names that the owner gave. */
export interface Standing {
  readonly drawers: number;
  readonly wings: number;
  /** Wings that the owner named, largest first. Others may be called by a file's front matter or a folder, which anybody can write. */
  readonly named: readonly { readonly wing: string; readonly count: number }[];
}

/**
 * Counts of what the view shows. A name is the owner's where he gave it with a source of his (`--wing`) or by a correction.
 *
 * Cost: one look at the wings and the sources; no drawer is read.
 */
export async function standing({ catalog }: OpenedProject, view: PalaceView, caller: Caller): Promise<Standing> {
  const wings = wingsOf(view);
  const sources = await catalog.sources.list();
  const given = new Set([
    ...sources.flatMap(({ options: { scope, wing } }) =>
      wing !== null && (scope === "kb" || (scope === "admin" && caller === "owner")) ? [wingSlug(wing)] : [],
    ),
    ...view.edits.corrections.flatMap((one) => (one.kind === "wing" ? [one.to] : [])),
  ]);
  const called = new Set([...given].map((wing) => view.names.shown({ wing, room: "" }).wing));
  return {
    drawers: wings.reduce((sum, { count }) => sum + count, 0),
    wings: wings.length,
    named: wings.filter(({ wing }) => called.has(wing)).map(({ wing, count }) => ({ wing, count })),
  };
}
