import { z } from "zod";
import { LociError } from "../../../index.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { browseViewSchema } from "../browse-view.ts";
import { closetsText } from "../text/closets-text.ts";
import { roomsText } from "../text/rooms-text.ts";
import { taxonomyText } from "../text/taxonomy-text.ts";
import { tunnelsText } from "../text/tunnels-text.ts";
import { wingsText } from "../text/wings-text.ts";
import type { Tool, ToolAnswer, ToolCall } from "../tool.ts";

const input = z.strictObject({
  view: z.enum(["wings", "rooms", "taxonomy", "closets", "tunnels"]),
  wing: nameSchema.exactOptional().describe("For rooms, closets, tunnels"),
  room: nameSchema.exactOptional().describe("For closets"),
  limit: z.int().min(1).max(1_000).exactOptional().describe("Default 50"),
  offset: z.int().min(0).max(1_000_000).exactOptional(),
});
type Asked = z.output<typeof input>;
type View = (asked: Asked, call: ToolCall) => Promise<ToolAnswer>;

const DEFAULT_LIMIT = 50;
/** What narrows which view. */
const NARROWED_BY: Readonly<Record<"wing" | "room", readonly Asked["view"][]>> = { wing: ["rooms", "closets", "tunnels"], room: ["closets"] };

const VIEWS: Readonly<Record<Asked["view"], View>> = {
  async wings(asked, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const { shown, more } = page(wings, asked);
    return { structured: { wings: shown, total: wings.length }, text: `${wingsText(shown)}${more}` };
  },
  async rooms(asked, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing: asked.wing });
    const { shown, more } = page(rooms, asked);
    return { structured: { rooms: shown, total: rooms.length }, text: `${roomsText(shown)}${more}` };
  },
  async taxonomy(_, { project, caller }) {
    const whole = await project.taxonomy({ caller });
    return { structured: whole, text: taxonomyText(whole.taxonomy) };
  },
  async closets({ view: _, ...options }, { project, caller }) {
    const found = await project.closets({ limit: DEFAULT_LIMIT, ...options, caller });
    return { structured: found, text: closetsText(found) };
  },
  async tunnels(asked, { project, caller }) {
    const { tunnels, explicit } = await project.tunnels({ caller, ...(asked.wing !== undefined && { wings: [asked.wing] }) });
    const { shown, more } = page(tunnels, asked);
    return { structured: { tunnels: shown, explicit, total: tunnels.length }, text: `${tunnelsText({ tunnels: shown, explicit })}${more}` };
  },
};

export const browseTool: Tool<typeof input> = {
  name: "browse",
  description: "Look round the palace: wings, rooms, the taxonomy of both, closets (who, what, when of the drawers of a document in a room) and tunnels (rooms that wings share).",
  input,
  output: browseViewSchema,
  behaviour: { readOnly: true },
  async run(asked, call) {
    for (const by of ["wing", "room"] as const) {
      if (asked[by] === undefined || NARROWED_BY[by].includes(asked.view)) continue;
      throw new LociError("USAGE", `browse: '${by}' doesn't narrow ${asked.view}`, { hint: `leave '${by}' out, or give view: ${NARROWED_BY[by].join(" or ")}` });
    }
    return await VIEWS[asked.view](asked, call);
  },
};

function page<T>(all: readonly T[], { limit = DEFAULT_LIMIT, offset = 0 }: Asked): { readonly shown: readonly T[]; readonly more: string } {
  const shown = all.slice(offset, offset + limit);
  const left = all.length - offset - shown.length;
  return { shown, more: left > 0 ? `\n${left} more; give offset ${offset + shown.length}.` : "" };
}
