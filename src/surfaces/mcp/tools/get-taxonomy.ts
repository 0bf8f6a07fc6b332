import { z } from "zod";
import { ROOMS, whole } from "../../../model/requests/index.ts";
import type { Project } from "../../../index.ts";
import { taxonomySchema } from "../../shared/schemas/taxonomy.ts";
import { taxonomyText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = { ...ROOMS, limit: whole(1, 2_000, "Rooms in all", { default: 300 }) };
/** Topical halls of a wing come after the five, and a wing of a vault may have as many as folders. */
export const MOST_HALLS = 25;

type Counts = Awaited<ReturnType<Project["taxonomy"]>>["taxonomy"];

export const getTaxonomyTool: Tool<typeof input> = {
  name: "get_taxonomy",
  description: "The palace as a tree: wing, room, number of drawers; and halls by wing. The largest rooms first.",
  input,
  output: taxonomySchema.extend({ total: z.int().describe("Rooms"), shown: z.int() }),
  behaviour: { readOnly: true },
  async run({ wing, limit = input.limit.default }, { project, caller }) {
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
  return leavesOf(counts).length;
}

/** A room, or a hall, of a wing. */
interface Leaf {
  readonly wing: string;
  readonly room: string;
  readonly count: number;
}

/** The leaves of the tree, in its order. */
export function leavesOf(counts: Counts): readonly Leaf[] {
  return Object.entries(counts).flatMap(([wing, rooms]) =>
    Object.entries(rooms).map(([room, count]) => ({ wing, room, count })),
  );
}

/** The tree that some leaves make, in their order. */
export function treeOf(leaves: readonly Leaf[]): Counts {
  const wings = Map.groupBy(leaves, ({ wing }) => wing);
  return Object.fromEntries(
    [...wings].map(([wing, own]) => [wing, Object.fromEntries(own.map(({ room, count }) => [room, count]))]),
  );
}

/** The leaves with the most drawers, under their wings, in the order of the tree. */
export function largest(counts: Counts, limit: number): Counts {
  const leaves = leavesOf(counts);
  const kept = new Set([...leaves].sort((a, b) => b.count - a.count).slice(0, limit));
  return treeOf(leaves.filter((leaf) => kept.has(leaf)));
}
