import { LociError } from "../../../index.ts";
import { about, choice, CLOSETS, name, needed, type ValuesOf } from "../../../model/requests/index.ts";
import { beyondText, closetsText, roomsText, wingsText, taxonomyText, tunnelsText } from "../text/palace-text.ts";
import { largest, leavesOf, MAX_HALLS, treeOf } from "./places.ts";
import type { Tool, ToolAnswer, ToolCall } from "../tool.ts";
import { z } from "zod";
import { closetsSchema, roomsSchema, taxonomySchema, tunnelsSchema, wingsSchema } from "../../shared/schemas/palace.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";

const input = {
  view: needed(choice(["wings", "rooms", "taxonomy", "closets", "tunnels"], "")),
  wing: name("For rooms, closets, tunnels"),
  room: name("For closets"),
  limit: about(CLOSETS.limit, "At most so many", { short: "Default 50" }),
  offset: about(CLOSETS.offset, CLOSETS.offset.doc, { short: "" }),
};
type BrowseInput = ValuesOf<typeof input>;
type View = (input: BrowseInput, call: ToolCall) => Promise<ToolAnswer>;

/** What narrows which view. */
const NARROWED_BY: Readonly<Record<"wing" | "room", readonly BrowseInput["view"][]>> = {
  wing: ["rooms", "closets", "tunnels"],
  room: ["closets"],
};

/** What `browse` gives: the object of the view that was asked for, and how many there are in all where it is a list. */
const browseViewSchema = z
  .object({
    ...wingsSchema.shape,
    ...roomsSchema.shape,
    ...taxonomySchema.shape,
    ...tunnelsSchema.shape,
    ...closetsSchema.shape,
  })
  .partial()
  .extend({ schema: z.literal(SCHEMA_VERSION), total: z.int().exactOptional() });

const VIEWS: Readonly<Record<BrowseInput["view"], View>> = {
  async wings(input, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const { shown, text } = page(wings, input, wingsText);
    return { structured: { wings: shown, total: wings.length }, text };
  },
  async rooms(input, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing: input.wing });
    const { shown, text } = page(rooms, input, roomsText);
    return { structured: { rooms: shown, total: rooms.length }, text };
  },
  async taxonomy(input, { project, caller }) {
    const whole = await project.taxonomy({ caller });
    const leaves = leavesOf(whole.taxonomy);
    const { shown, text } = page(leaves, input, (some) => taxonomyText(treeOf(some)));
    const taxonomy = treeOf(shown);
    const halls = Object.fromEntries(
      Object.entries(whole.halls)
        .filter(([wing]) => Object.hasOwn(taxonomy, wing))
        .map(([wing, counts]) => [wing, largest({ [wing]: counts }, MAX_HALLS)[wing] ?? {}]),
    );
    return { structured: { taxonomy, halls, total: leaves.length }, text };
  },
  async closets({ view: _, ...options }, { project, caller }) {
    const found = await project.closets({ ...options, caller });
    return { structured: found, text: closetsText(found) };
  },
  async tunnels(options, { project, caller }) {
    const { tunnels, explicit, linked } = await project.tunnels({
      caller,
      ...(options.wing !== undefined && { wings: [options.wing] }),
    });
    const { shown, text } = page(tunnels, options, (some) => tunnelsText({ tunnels: some, explicit, linked }));
    const joined = linked.slice(0, options.limit ?? input.limit.default);
    return { structured: { tunnels: shown, explicit, linked: joined, total: tunnels.length }, text };
  },
};

export const browseTool: Tool<typeof input> = {
  name: "browse",
  description:
    "Look round the palace: wings, rooms, the taxonomy of both, closets (who, what, when of the drawers " +
    "of a document in a room) and tunnels (rooms that wings share).",
  input,
  output: browseViewSchema,
  behaviour: { readOnly: true },
  async run(input, call) {
    for (const by of ["wing", "room"] as const) {
      if (input[by] === undefined || NARROWED_BY[by].includes(input.view)) continue;
      throw new LociError("USAGE", `browse: '${by}' doesn't narrow ${input.view}`, {
        hint: `leave '${by}' out, or give view: ${NARROWED_BY[by].join(" or ")}`,
      });
    }
    return await VIEWS[input.view](input, call);
  },
};

/** What is asked for of a list, and its text: an empty page is told apart from an empty list. */
function page<T>(
  all: readonly T[],
  { limit = input.limit.default, offset = input.offset.default }: BrowseInput,
  textOf: (shown: readonly T[]) => string,
): { readonly shown: readonly T[]; readonly text: string } {
  const shown = all.slice(offset, offset + limit);
  if (shown.length === 0 && all.length > 0) return { shown, text: beyondText(all.length) };
  const left = all.length - offset - shown.length;
  return { shown, text: `${textOf(shown)}${left > 0 ? `\n${left} more; give offset ${offset + shown.length}.` : ""}` };
}
