import { type Caller, ownScopes } from "../../model/caller.ts";
import type { Correction } from "../../model/palace-edits.ts";
import type { Asked, Fields } from "../../model/requests/index.ts";
import type { Source } from "../../model/source.ts";
import type { Standing } from "../../operations/answers/palace.ts";
import { namesOfStored } from "../../palace/names.ts";
import { wingSlug } from "../../palace/wing.ts";
import type { OpenedProject } from "../opened-project.ts";

/**
 * Counts of drawers by wing, as wings are shown. A name is the owner's where he gave it with a source of his (`--wing`) or by a correction.
 *
 * Cost: the wings and the sources; neither drawers nor rooms are looked at.
 */
export async function standing(
  { catalog, indexHandle }: Pick<OpenedProject, "catalog" | "indexHandle">,
  { caller }: Asked<Fields>,
): Promise<Standing> {
  const sources = await catalog.sources.list();
  const { edits } = await catalog.palace.read();
  const stored = await indexHandle.use((index) => index.wings(ownScopes(caller)));
  const names = namesOfStored(new Map(), edits.corrections);
  const shown = (wing: string): string => names.shown({ wing, room: "" }).wing;
  const counts = new Map<string, number>();
  for (const [wing, count] of Object.entries(stored)) counts.set(shown(wing), (counts.get(shown(wing)) ?? 0) + count);
  const called = new Set(ownNames(sources, edits.corrections, caller).map(shown));
  return {
    drawers: [...counts.values()].reduce((sum, count) => sum + count, 0),
    wings: counts.size,
    named: [...counts]
      .filter(([wing]) => called.has(wing))
      .map(([wing, count]) => ({ wing, count }))
      .sort((a, b) => b.count - a.count || (a.wing < b.wing ? -1 : 1)),
  };
}

/** The names that the owner gave to wings. */
function ownNames(sources: readonly Source[], corrections: readonly Correction[], caller: Caller): readonly string[] {
  return [
    ...sources.flatMap(({ options: { scope, wing } }) =>
      wing !== null && (scope === "kb" || (scope === "admin" && caller === "owner")) ? [wingSlug(wing)] : [],
    ),
    ...corrections.flatMap((one) => (one.kind === "wing" ? [one.to] : [])),
  ];
}
