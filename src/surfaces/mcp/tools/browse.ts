import { LociError, ofWhom, storedLines } from "../../../index.ts";
import type { ValuesOf } from "../../../model/requests/index.ts";
import {
  about,
  choice,
  CLOSETS,
  INJECT,
  name,
  needed,
  ROOMS,
  WAKE_UP,
  without,
} from "../../../model/requests/index.ts";
import {
  AAAK_LEGEND,
  beyondText,
  briefAnswer,
  page,
  type Portion,
  roomLines,
  taxonomyLines,
  tunnelLines,
  wingLines,
} from "../text/palace-text.ts";
import type { Tool, ToolAnswer, ToolCall } from "../tool.ts";

export const wakeUpTool: Tool<typeof WAKE_UP> = {
  name: "wake_up",
  description:
    "Call it at the start of a session: where the last ones stopped, what is pinned, decided and open; each line with its passage.",
  input: WAKE_UP,
  behaviour: { readOnly: true },
  run: async (options, { project, caller, ifEmpty }) => await briefAnswer(project, { ...options, caller }, ifEmpty),
};

/** Through what it is asked is known here. */
const PROMPT = without(INJECT, ["client", "signal"]);

export const injectTool: Tool<typeof PROMPT> = {
  name: "inject",
  description: "What memory would add to this prompt, fenced as data, or why it stays silent. Strict: silence wins.",
  input: PROMPT,
  behaviour: { readOnly: true },
  async run({ prompt, ...options }, { project, caller, agent }) {
    const added = await project.inject(prompt, { ...options, caller, client: agent });
    // It comes fenced already.
    return { lead: added.silent === null ? added.text : `silent: ${added.silent.message}` };
  },
};

const input = {
  view: needed(choice(["wings", "rooms", "taxonomy", "closets", "tunnels"], "")),
  wing: name("For all but wings"),
  room: name("For closets"),
  limit: about(CLOSETS.limit, "At most so many", { short: "Default 50" }),
  offset: about(CLOSETS.offset, CLOSETS.offset.doc, { short: "" }),
};
type BrowseInput = ValuesOf<typeof input>;
type View = (input: BrowseInput, call: ToolCall) => Promise<ToolAnswer>;

const NARROWED_BY: Readonly<Record<"wing" | "room", readonly BrowseInput["view"][]>> = {
  wing: ["rooms", "taxonomy", "closets", "tunnels"],
  room: ["closets"],
};

const VIEWS: Readonly<Record<BrowseInput["view"], View>> = {
  async wings(input, { project, caller }) {
    const { wings } = await project.wings({ caller });
    return page(wings, { ...shown(input), lines: wingLines, empty: "The palace is empty." });
  },
  async rooms(input, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing: input.wing });
    return page(rooms, { ...shown(input), lines: roomLines, empty: "No rooms." });
  },
  async taxonomy(input, { project, caller }) {
    const { taxonomy, halls } = await project.taxonomy({ caller });
    const rooms = Object.entries(taxonomy).flatMap(([wing, counts]) =>
      input.wing === undefined || input.wing === wing
        ? Object.entries(counts).map(([room, count]) => ({ wing, room, count }))
        : [],
    );
    const lines = (some: Readonly<typeof rooms>): readonly string[] => taxonomyLines(some, halls);
    return page(rooms, { ...shown(input), lines, empty: "The palace is empty." });
  },
  async closets({ view: _, ...options }, { project, caller }) {
    const { closets, total } = await project.closets({ ...options, caller });
    if (closets.length === 0) return { lead: total === 0 ? "No closets." : beyondText(total) };
    const more = total > closets.length ? `${closets.length} of ${total} closets; give offset for more.` : "";
    return {
      lead: `How to read: ${AAAK_LEGEND}`,
      stored: storedLines(
        closets.flatMap(({ text, scope }) => text.replace("\n", `${ofWhom(scope, caller)}\n`).split("\n")),
      ),
      tail: more,
    };
  },
  async tunnels(options, { project, caller }) {
    const wings = options.wing === undefined ? {} : { wings: [options.wing] };
    const { tunnels, ...others } = await project.tunnels({ caller, ...wings });
    return page(tunnels, {
      ...shown(options),
      lines: (some) => tunnelLines({ tunnels: some, ...others }),
      empty: "No tunnels.",
    });
  },
};

export const browseTool: Tool<typeof input> = {
  name: "browse",
  description:
    "Look round the palace: wings, rooms, the taxonomy of both, closets (who, what, when of the passages " +
    "of a document in a room) and tunnels (rooms that wings share).",
  input,
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

const { limit, offset } = input;

/** Views under the names that agents of MemPalace know. */
export const VIEW_TOOLS: readonly Tool[] = (
  [
    [
      "list_wings",
      "wings",
      "The wings (person, project or subject), largest first, with their rooms and halls counted.",
      {},
    ],
    ["list_rooms", "rooms", "Every room (named concept), largest first; of one wing, or of all.", ROOMS],
    ["get_taxonomy", "taxonomy", "The palace as a tree: wing, room, number of passages; and halls by wing.", ROOMS],
  ] as const
).map(([name, view, description, narrowing]) => ({
  name,
  description,
  input: { ...narrowing, limit, offset },
  behaviour: { readOnly: true },
  run: async (given, call) => await VIEWS[view]({ ...given, view }, call),
}));

function shown({ limit = input.limit.default, offset = input.offset.default }: BrowseInput): Portion {
  return { limit, offset, next: (offset) => `give offset ${offset}` };
}
