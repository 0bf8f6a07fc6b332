import { visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { operation, step } from "../../model/next-step.ts";
import { type Asked, COMPARE_HALL } from "../../model/requests/index.ts";
import type { ComparedHall } from "../../operations/answers/palace.ts";
import { hallName } from "../../palace/halls/topical-halls.ts";
import { listDrawers } from "../drawers/list-drawers.ts";
import { browse } from "./browse.ts";
import { shownWing } from "./named-places.ts";

/** Wings that are compared where none are named. */
const WINGS = 4;

/**
 * A hall of several wings side by side: the newest drawers that each has in it.
 *
 * @throws LociError `USAGE` for a hall in which nothing is, or a wing that isn't there
 */
export async function compareHall(
  project: Parameters<typeof listDrawers>[0],
  { caller, hall, wings, limit = COMPARE_HALL.limit.default }: Asked<typeof COMPARE_HALL>,
): Promise<ComparedHall> {
  const named = hallName(hall);
  const compared = await browse(project, visibleScopes(caller), async (view, { halls }) => {
    const counts = Object.entries(await halls()).map(([wing, own]) => ({ wing, count: own[named] ?? 0 }));
    const filled = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    if (filled.length === 0)
      throw new LociError("USAGE", `nothing is in a hall '${hall.slice(0, 80)}'`, {
        hint: step`${operation("palace taxonomy")} lists the halls of each wing`,
      });
    return wings?.map((wing) => shownWing(view, wing)) ?? filled.slice(0, WINGS).map(({ wing }) => wing);
  });
  const columns = [];
  for (const wing of new Set(compared)) {
    const { drawers, total } = await listDrawers(project, { caller, hall: named, wing, limit });
    columns.push({ wing, total, drawers });
  }
  return { hall: named, wings: columns };
}
