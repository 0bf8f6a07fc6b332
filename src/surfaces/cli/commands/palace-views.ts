import { ofWhom, type RoomSummary, type Taxonomy } from "../../../index.ts";
import { CLOSETS, COMPARE_HALL, ROOMS, TRAVERSE } from "../../../model/requests/index.ts";
import { counted, localMinute } from "../../shared/wording.ts";
import { printable, type Style, table } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";

const EMPTY = "the palace is empty: loci index FOLDER --scope kb";

/** `loci palace wings` */
export const wings = projectCommand({
  examples: [["loci palace wings", "whose and which: people, projects, subjects"]],
  description: "List the wings, largest first.",
  opens: "looks",
  ask: ({ project, caller }) => project.wings({ caller }),
  text: (answer, style) =>
    answer.wings.length === 0
      ? EMPTY
      : table(
          ["wing", "#passages", "#rooms", "first", "last", "also called"],
          answer.wings.map((one) => [one.wing, one.count, one.rooms, one.first, one.last, one.aliases.join(", ")]),
          style,
        ),
});

/** Wings of a room that are named; more are counted. */
const NAMED_WINGS = 3;

/** `loci palace rooms` */
export const rooms = projectCommand({
  examples: [
    ["loci palace rooms", "what it is about, largest first"],
    ["loci palace rooms --wing driftwood", "of one wing"],
  ],
  description: "List the rooms, largest first.",
  flags: ROOMS,
  opens: "looks",
  ask: ({ project, caller }, { wing }) => project.rooms({ wing, caller }),
  text: (answer, style) => {
    if (answer.rooms.length === 0) return EMPTY;
    const rows = answer.rooms.map((room) => {
      const more = room.wings.length - NAMED_WINGS;
      const named = room.wings.slice(0, NAMED_WINGS).join(", ");
      return { ...room, wings: more > 0 ? `${named} and ${more} more` : named };
    });
    return roomTable(rows, style);
  },
});

/** `loci palace closets` */
export const closets = projectCommand({
  examples: [
    ["loci palace closets --wing driftwood", "what each document of a wing is about, in a few lines"],
    ["loci palace closets --wing driftwood --room auth-migration", "of one room"],
  ],
  description:
    "Show the closets: for each document in each room who, what and when, which passages hold it, and one " +
    "sentence word for word. The form is AAAK (docs/aaak.md).",
  flags: CLOSETS,
  opens: "looks",
  ask: ({ project, caller }, flags) => project.closets({ ...flags, caller }),
  text: ({ closets: shown }, _style, { caller }) =>
    shown.map(({ text, scope }) => printable(text.replace("\n", `${ofWhom(scope, caller)}\n`))).join("\n") ||
    "no closets here: loci palace rooms lists what has some",
  async after({ closets: shown, total }, { session, flags: { offset = 0 } }) {
    const next = offset + shown.length;
    if (total > next) await session.remark(`${total - next} more`, `--offset ${next}`);
  },
});

const { hall: HALL, ...COMPARE_OPTIONS } = COMPARE_HALL;

/** `loci palace compare HALL` */
export const compare = projectCommand({
  examples: [
    ["loci palace compare advice --wings kai --wings priya", "what each of two people advises"],
    ["loci palace compare facts", "of the wings that have most of them"],
  ],
  description:
    "Show a hall of several wings side by side, the newest passages of each: facts, events, discoveries, " +
    "preferences, advice, or a topical hall.",
  takes: [["<hall>", HALL]],
  flags: COMPARE_OPTIONS,
  opens: "looks",
  ask: ({ project, caller }, flags, [hall]: readonly [string]) => project.compareHall(hall, { ...flags, caller }),
  text({ hall, wings: compared }, style) {
    if (compared.length === 0) return `nothing is in the hall '${printable(hall)}' yet`;
    return compared
      .map(({ wing, total, drawers }) => {
        const rows = drawers.map(({ id, date, room, text }) => [
          id.slice(0, 8),
          localMinute(date).slice(0, 10),
          room,
          text,
        ]);
        const head = `${style.bold(`${printable(wing)}/${printable(hall)}`)} ${style.dim(counted(total, "passage"))}`;
        return rows.length === 0 ? head : `${head}\n${table(["id", "date", "room", "text"], rows, style)}`;
      })
      .join("\n");
  },
});

/** `loci palace` */
export const taxonomy = projectCommand({
  examples: [
    ["loci palace", "the palace as a tree of counts"],
    ["loci palace rooms --wing driftwood", "what one of them is about"],
    ["loci palace merge auth-move auth-migration", "make one of two rooms that mean the same"],
    ["loci palace rename misc odds-and-ends --wing driftwood", "a better name"],
    ["loci palace move 3fa91c02 auth-migration", "one passage that stands in the wrong room"],
    ["loci palace rename-wing driftwood dw --also", "one more name for a wing, by which it is found, too"],
  ],
  description:
    "Show the palace as a tree: wings, their halls and rooms, and how many passages stand in each; look at a part of it, or correct it. " +
    "Corrections hold when files are indexed again, and when the index is made anew.",
  opens: "looks",
  ask: ({ project, caller }) => project.taxonomy({ caller }),
  text: taxonomyText,
});

function taxonomyText({ taxonomy: tree, halls }: Taxonomy, style: Style): string {
  const lines = Object.entries(tree).flatMap(([wing, counts]) => {
    const kinds = Object.entries(halls[wing] ?? {}).map(([hall, count]) => `${hall} ${count}`);
    const below = Object.entries(counts)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .map(([room, count]) => `  ${room} ${style.dim(String(count))}`);
    return [`${style.bold(wing)}${kinds.length === 0 ? "" : style.dim(`  (${kinds.join(", ")})`)}`, ...below];
  });
  return lines.length === 0 ? EMPTY : lines.join("\n");
}

/** `loci palace graph` */
export const graph = projectCommand({
  examples: [
    ["loci palace graph", "which wings share which rooms"],
    ["loci palace graph --json > palace.json", "rooms as nodes, shared ones as edges, for another program"],
  ],
  description:
    "Show the palace as a graph: rooms are nodes, and an edge joins each pair of wings that share one. Tunnels and links " +
    "of notes join rooms; 'loci palace tunnels' lists them.",
  opens: "looks",
  ask: ({ project, caller }) => project.graph({ caller }),
  text: ({ nodes, edges, explicit, linked }, style) => {
    const joined = explicit.length + linked.length;
    const head =
      `${counted(nodes.length, "room")}, ${counted(edges.length, "edge")} between wings` +
      (joined === 0 ? "" : `, ${counted(joined, "pair")} of rooms joined by tunnels or links`);
    if (edges.length === 0) return head;
    const rows = edges.map((edge) => [
      edge.a,
      edge.b,
      edge.room,
      edge.count,
      edge.halls.join(", "),
      edge.weight.toFixed(2),
    ]);
    return `${head}\n${table(["wing", "wing", "room", "#passages", "halls", "#weight"], rows, style)}`;
  },
});

const { room: START, ...TRAVERSE_OPTIONS } = TRAVERSE;

/** `loci palace traverse START` */
export const traverse = projectCommand({
  examples: [["loci palace traverse auth-migration --hops 2", "which rooms are near this one"]],
  description:
    "Walk the palace from a room: through the wings that hold it, and through tunnels. Rooms that stand " +
    "together in the same few wings are close; those that stand everywhere are far.",
  takes: [["<room>", START]],
  flags: TRAVERSE_OPTIONS,
  opens: "looks",
  ask: ({ project, caller }, flags, [room]: readonly [string]) => project.traverse(room, { ...flags, caller }),
  text: (reached, style) =>
    reached.rooms.length === 0
      ? "no other room can be reached from it"
      : table(
          ["room", "#hops", "#weight", "via"],
          reached.rooms.map((one) => [one.room, one.hops, one.weight.toFixed(3), one.via.join(", ")]),
          style,
        ) + (reached.total > reached.rooms.length ? `\n${reached.total - reached.rooms.length} more: --limit` : ""),
});

/** A room as a table shows it; `wings` as they are to be read. */
export interface RoomRow extends Omit<RoomSummary, "wings"> {
  readonly wings: string;
}

export function roomTable(rooms: readonly RoomRow[], style: Style): string {
  return table(
    ["room", "#passages", "wings", "halls", "first", "last"],
    rooms.map(({ room, count, wings, halls, first, last }) => [room, count, wings, halls.join(", "), first, last]),
    style,
  );
}
