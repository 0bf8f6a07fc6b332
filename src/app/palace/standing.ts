import { type Caller, ownScopes } from "../../model/caller.ts";
import type { Asked, Fields } from "../../model/requests/index.ts";
import type { Source } from "../../model/source.ts";
import type { Standing } from "../../operations/answers/palace.ts";
import { wingSlug } from "../../palace/wing.ts";
import type { OpenedProject } from "../opened-project.ts";
import { browse, wingsOf } from "./browse.ts";
import type { PalaceView } from "./palace-views.ts";

/**
 * Counts of what the view shows. A name is the owner's where he gave it with a source of his (`--wing`) or by a correction.
 *
 * Cost: one look at the wings and the sources; no drawer is read.
 */
export async function standing(
  project: Pick<OpenedProject, "catalog" | "indexHandle" | "palace">,
  { caller }: Asked<Fields>,
): Promise<Standing> {
  const sources = await project.catalog.sources.list();
  return await browse(project, ownScopes(caller), (view) => standingIn(view, sources, caller));
}

function standingIn(view: PalaceView, sources: readonly Source[], caller: Caller): Standing {
  const wings = wingsOf(view);
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
