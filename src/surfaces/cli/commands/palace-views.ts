import type { RoomSummary, Taxonomy, WingSummary } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import { type Style, printable } from "../output/style.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";
import { CLOSETS, ROOMS, TRAVERSE, type ValuesOf } from "../../../model/requests/index.ts";
import { roomTable } from "../render/room-table.ts";
import { addFlags, helpOf } from "../request-flags.ts";
import { counted } from "../../shared/counted.ts";

/** `loci palace wings` */
export const wingsCommand: CommandModule = {
  examples: [["loci palace wings", "whose and which: people, projects, subjects"]],
  define(command, session) {
    command.description("List the wings, largest first.").action(() => listWings(session));
  },
};

async function listWings(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { wings } = await project.wings({ caller: session.caller });
    await session.answer({ wings }, () => wingsText(wings, session.style));
  });
}

function wingsText(wings: readonly WingSummary[], style: Style): string {
  if (wings.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  const rows = wings.map(({ wing, count, rooms, first, last, aliases }) => [
    wing,
    String(count),
    String(rooms),
    first ?? "",
    last ?? "",
    aliases.join(", "),
  ]);
  return table(
    [
      { heading: "wing" },
      { heading: "drawers", right: true },
      { heading: "rooms", right: true },
      { heading: "first" },
      { heading: "last" },
      { heading: "also called" },
    ],
    rows,
    style,
  );
}

/** `loci palace rooms` */
export const roomsCommand: CommandModule = {
  examples: [
    ["loci palace rooms", "what it is about, largest first"],
    ["loci palace rooms --wing driftwood", "of one wing"],
  ],
  define(command, session) {
    addFlags(command, ROOMS)
      .description("List the rooms, largest first.")
      .action((flags: ValuesOf<typeof ROOMS>) => listRooms(session, flags));
  },
};

async function listRooms(session: Session, { wing }: ValuesOf<typeof ROOMS>): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const { rooms } = await project.rooms({ wing, caller: session.caller });
    await session.answer({ rooms }, () => roomsText(rooms, session.style));
  });
}

function roomsText(rooms: readonly RoomSummary[], style: Style): string {
  if (rooms.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  const rows = rooms.map((room) => ({
    ...room,
    wings:
      room.wings.length > 3
        ? `${room.wings.slice(0, 3).join(", ")} and ${room.wings.length - 3} more`
        : room.wings.join(", "),
  }));
  return roomTable(rows, style);
}

type ClosetFlags = ValuesOf<typeof CLOSETS>;

/** `loci palace closets` */
export const closetsCommand: CommandModule = {
  examples: [
    ["loci palace closets --wing driftwood", "what each document of a wing is about, in a few lines"],
    ["loci palace closets --wing driftwood --room auth-migration", "of one room"],
  ],
  define(command, session) {
    command.description(
      "Show the closets: for each document in each room who, what and when, which drawers hold it, and one " +
        "sentence word for word. The form is AAAK (docs/aaak.md).",
    );
    addFlags(command, CLOSETS);
    command.action((flags: ClosetFlags) => showClosets(session, flags));
  },
};

async function showClosets(session: Session, flags: ClosetFlags): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const closets = await project.closets({ ...flags, caller: session.caller });
    await session.answer(closets, () =>
      closets.closets.length === 0 ? "no closets here" : closets.closets.map(({ text }) => printable(text)).join("\n"),
    );
    const left = closets.total - closets.closets.length - (flags.offset ?? 0);
    if (left > 0)
      await session.notes([
        { code: "MORE", message: `${left} more`, hint: `--offset ${(flags.offset ?? 0) + closets.closets.length}` },
      ]);
  });
}

/** `loci palace taxonomy` */
export const taxonomyCommand: CommandModule = {
  examples: [["loci palace taxonomy", "the palace as a tree of counts"]],
  define(command, session) {
    command
      .description(
        "Show the palace as a tree: wings, their rooms, and how many drawers stand in each; and the halls of each wing.",
      )
      .action(() => showTaxonomy(session));
  },
};

async function showTaxonomy(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const tree = await project.taxonomy({ caller: session.caller });
    await session.answer(tree, () => taxonomyText(tree, session.style));
  });
}

function taxonomyText({ taxonomy, halls }: Taxonomy, style: Style): string {
  const wings = Object.entries(taxonomy);
  if (wings.length === 0) return "the palace is empty: loci index FOLDER --scope kb";
  return wings
    .map(([wing, rooms]) => {
      const kinds = Object.entries(halls[wing] ?? {}).map(([hall, count]) => `${hall} ${count}`);
      const lines = Object.entries(rooms)
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
        .map(([room, count]) => `  ${room} ${style.dim(String(count))}`);
      return [`${style.bold(wing)}${kinds.length === 0 ? "" : style.dim(`  (${kinds.join(", ")})`)}`, ...lines].join(
        "\n",
      );
    })
    .join("\n");
}

/** `loci palace graph` */
export const graphCommand: CommandModule = {
  examples: [
    ["loci palace graph", "which wings share which rooms"],
    ["loci palace graph --json > palace.json", "rooms as nodes, shared ones as edges, for another program"],
  ],
  define(command, session) {
    command
      .description("Show the palace as a graph: rooms are nodes, and an edge joins each pair of wings that share one.")
      .action(() => showGraph(session));
  },
};

async function showGraph(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const graph = await project.graph({ caller: session.caller });
    await session.answer(graph, () => {
      const head = `${counted(graph.nodes.length, "room")}, ${counted(graph.edges.length, "edge")}`;
      if (graph.edges.length === 0) return head;
      const rows = graph.edges.map(({ a, b, room, count, halls, weight }) => [
        a,
        b,
        room,
        String(count),
        halls.join(", "),
        weight.toFixed(2),
      ]);
      const columns = [
        { heading: "wing" },
        { heading: "wing" },
        { heading: "room" },
        { heading: "drawers", right: true },
        { heading: "halls" },
        { heading: "weight", right: true },
      ];
      return `${head}\n${table(columns, rows, session.style)}`;
    });
  });
}

const { room: START, ...TRAVERSE_OPTIONS } = TRAVERSE;

/** `loci palace traverse START` */
export const traverseCommand: CommandModule = {
  examples: [["loci palace traverse auth-migration --hops 2", "which rooms are near this one"]],
  define(command, session) {
    command
      .description(
        "Walk the palace from a room: through the wings that hold it, and through tunnels. Rooms that stand " +
          "together in the same few wings are close; those that stand everywhere are far.",
      )
      .argument("<room>", helpOf(START));
    addFlags(command, TRAVERSE_OPTIONS);
    command.action((room: string, { hops }: { readonly hops?: number }) => showWalk(session, room, hops));
  },
};

async function showWalk(session: Session, room: string, hops: number | undefined): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const reached = await project.traverse(room, { hops, caller: session.caller });
    await session.answer(reached, () =>
      reached.rooms.length === 0
        ? "no other room can be reached from it"
        : table(
            [
              { heading: "room" },
              { heading: "hops", right: true },
              { heading: "weight", right: true },
              { heading: "via" },
            ],
            reached.rooms.map((one) => [one.room, String(one.hops), one.weight.toFixed(3), one.via.join(", ")]),
            session.style,
          ),
    );
  });
}
