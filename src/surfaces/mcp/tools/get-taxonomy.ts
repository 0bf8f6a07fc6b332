import { z } from "zod";
import type { Project } from "../../../index.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { taxonomySchema } from "../../shared/schemas/taxonomy.ts";
import { taxonomyText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  wing: nameSchema.exactOptional(),
  limit: z.int().min(1).max(2_000).exactOptional().describe("Rooms in all, default 300"),
});
const DEFAULT_LIMIT = 300;
/** Topical halls of a wing come after the five, and a wing of a vault may have as many as folders. */
const MOST_HALLS = 25;

type Counts = Awaited<ReturnType<Project["taxonomy"]>>["taxonomy"];

export const getTaxonomyTool: Tool<typeof input> = {
  name: "get_taxonomy",
  description: "The palace as a tree: wing, room, number of drawers; and halls by wing. The largest rooms first.",
  input,
  output: taxonomySchema.extend({ total: z.int().describe("Rooms"), shown: z.int() }),
  behaviour: { readOnly: true },
  async run({ wing, limit = DEFAULT_LIMIT }, { project, caller }) {
    const whole = await project.taxonomy({ caller });
    const within = (counts: Counts): Counts =>
      wing === undefined ? counts : Object.fromEntries(Object.entries(counts).filter(([name]) => name === wing));
    const total = roomsIn(within(whole.taxonomy));
    const taxonomy = largest(within(whole.taxonomy), limit);
    const shown = roomsIn(taxonomy);
    const halls = Object.fromEntries(
      Object.entries(within(whole.halls))
        .filter(([name]) => Object.hasOwn(taxonomy, name))
        .map(([name, counts]) => [name, largest({ [name]: counts }, MOST_HALLS)[name] ?? {}]),
    );
    const left = total - shown;
    return {
      structured: { taxonomy, halls, total, shown },
      text: `${taxonomyText(taxonomy)}${left > 0 ? `\n${left} more rooms; give a wing, or a larger limit.` : ""}`,
    };
  },
};

function roomsIn(counts: Counts): number {
  return Object.values(counts).reduce((sum, rooms) => sum + Object.keys(rooms).length, 0);
}

/** The leaves with the most drawers, under their wings, in the order of the tree. */
function largest(counts: Counts, limit: number): Counts {
  const leaves = Object.entries(counts).flatMap(([wing, rooms]) =>
    Object.entries(rooms).map(([room, count]) => ({ wing, room, count })),
  );
  const kept = new Set([...leaves].sort((a, b) => b.count - a.count).slice(0, limit));
  const wings = new Map<string, [string, number][]>();
  for (const leaf of leaves)
    if (kept.has(leaf)) wings.set(leaf.wing, [...(wings.get(leaf.wing) ?? []), [leaf.room, leaf.count]]);
  return Object.fromEntries([...wings].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)]));
}
