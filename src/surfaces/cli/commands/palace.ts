import type { Correction, TunnelEnd, Tunnels } from "../../../index.ts";
import {
  about,
  CORRECT,
  CORRECTIONS,
  flag,
  needed,
  pick,
  ROOM_IN_WING,
  TUNNEL,
  TUNNELS,
} from "../../../model/requests/index.ts";
import { counted, linkedFrom } from "../../shared/wording.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { withParts, projectCommand, type Taken } from "../project-command.ts";
import { SHOWN_ID } from "../render/hits.ts";
import { closets, compare, graph, rooms, roomTable, taxonomy, traverse, wings } from "./palace-views.ts";

/** Rooms joined by links that are shown. */
const MAX_LINKED = 40;

const ENDS = [
  ["<from>", ROOM_IN_WING],
  ["<to>", ROOM_IN_WING],
] as const;

/** `loci palace tunnels [dig]` */
const tunnelsCommand = withParts(
  projectCommand({
    description:
      "List the rooms that join wings, most specific first, the tunnels that somebody dug, and the rooms whose notes " +
      "link to each other; or dig one.",
    examples: [
      ["loci palace tunnels", "rooms that stand in two wings or more"],
      ["loci palace tunnels --wing driftwood --wing orion", "what these two have in common"],
      [
        'loci palace tunnels dig driftwood/auth-migration orion/logins --label "same vendor"',
        "join two rooms of different names",
      ],
      ["loci palace tunnels dig driftwood/auth-migration orion/logins --fill", "and part them again"],
    ],
    // Each given by a flag of its own.
    flags: { wing: about(TUNNELS.wings, "Only those that join this wing") },
    opens: "looks",
    ask: ({ project, caller }, { wing: wings = [] }) => project.tunnels({ wings, caller }),
    text: (tunnels, style, { flags: { wing = [] } }) => render(tunnels, wing, style),
  }),
  {
    dig: projectCommand({
      description: "Dig a tunnel between two rooms, or with --fill fill one that somebody dug.",
      takes: ENDS,
      flags: { ...pick(TUNNEL, ["label"]), fill: flag("Take the tunnel away") },
      opens: "changes",
      ask: async ({ project, caller }, { label, fill }, [from, to]: readonly [string, string]) =>
        fill === true
          ? await project.removeTunnel(endOf(from), endOf(to), { caller })
          : await project.addTunnel(endOf(from), endOf(to), { label, caller }),
      text(answer) {
        if ("tunnel" in answer) return `${nameOf(answer.tunnel.a)} — ${nameOf(answer.tunnel.b)}`;
        return answer.removed ? "filled" : "there was no such tunnel";
      },
      failed: (answer) => "removed" in answer && !answer.removed,
    }),
  },
);

/** @param text of the form `wing/room`, as its field has it */
function endOf(text: string): TunnelEnd {
  const [wing, room] = text.split("/") as [string, string];
  return { wing, room };
}

const nameOf = ({ wing, room }: TunnelEnd): string => `${wing}/${room}`;

function render({ tunnels, explicit, linked }: Tunnels, wings: readonly string[], style: Style): string {
  if (tunnels.length + explicit.length + linked.length === 0)
    return wings.length === 0
      ? "no room stands in two wings yet; one is joined by hand: loci palace tunnels dig FROM TO"
      : `no room joins ${oneLine(wings.join(" and "))}${wings.length === 1 ? " to another wing" : ""}: loci palace wings lists those that are there`;
  const rows = tunnels.map((tunnel) => ({ ...tunnel, wings: tunnel.wings.join(", ") }));
  const found = rows.length === 0 ? [] : [roomTable(rows, style)];
  const dug = explicit.map(
    ({ a, b, label }) => `${nameOf(a)} — ${nameOf(b)}${label === "" ? "" : style.dim(`  ${printable(label)}`)}`,
  );
  const joined = linked
    .slice(0, MAX_LINKED)
    .map((one) => `${nameOf(one.a)} — ${nameOf(one.b)}${style.dim(`  ${printable(linkedFrom(one))}`)}`);
  const left = linked.length - joined.length;
  if (left > 0) joined.push(style.dim(`and ${left} more, with --json`));
  const titled = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [[style.dim(title), ...lines].join("\n")];
  return [...found, ...titled("dug by hand", dug), ...titled("joined by links", joined)].join("\n\n");
}

/** A correction that takes two names, or a passage and a room. */
function correction(
  op: keyof typeof CORRECTIONS,
  [description, ...takes]: readonly [string, ...(readonly [string, string])[]],
): CommandModule {
  const needs: readonly ("from" | "to" | "id" | "room")[] = CORRECTIONS[op];
  return projectCommand({
    description,
    takes: takes.map(([shown, doc], at): Taken => {
      const name = needs[at] as "from";
      return [shown, about(needed(CORRECT[name]), doc), name];
    }),
    flags: op === "merge-rooms" || op === "rename-room" ? { wing: about(CORRECT.wing, "In this wing only") } : {},
    opens: "changes",
    ask: ({ project, caller }, flags, given: readonly string[]) =>
      project.correct(op, { ...flags, ...Object.fromEntries(needs.map((name, at) => [name, given[at]])), caller }),
    text: correctedText,
  });
}

function correctedText({ wing, room, drawers = 0, id, undone, from, to, left }: Correction): string {
  if (undone !== undefined) return `undone: ${undone}, ${from} to ${to}; ${left} more can be undone`;
  const place = [wing, room].filter((name) => name != null).join("/");
  return id == null ? `${place}: ${counted(drawers, "passage")}` : `${id.slice(0, SHOWN_ID)} now stands in ${place}`;
}

/** `loci palace merge|rename|move|rename-wing`: corrections, for good: they hold when files are indexed again, and when the index is made anew. */
const corrections = {
  merge: correction("merge-rooms", [
    "Put the passages of one room into another.",
    ["<room>", "The room that goes"],
    ["<into>", "The room that stays"],
  ]),
  rename: correction("rename-room", [
    "Give a room another name. The old one still finds it.",
    ["<room>", "As it is called now"],
    ["<name>", "As it shall be called"],
  ]),
  move: correction("move-drawer", [
    "Put one passage into another room.",
    ["<passage>", "A passage, by its id or the beginning of it"],
    ["<room>", "Where it belongs; it need not be there yet"],
  ]),
  "rename-wing": projectCommand({
    description:
      "Give a wing another name, or with --also a further one; passages move along, and the old name still finds it.",
    takes: [
      ["<wing>", about(needed(CORRECT.from), "As it is called now")],
      ["<name>", about(needed(CORRECT.to), "The other name")],
    ],
    flags: { also: flag("It keeps its name, and the other finds it, too") },
    opens: "changes",
    ask: ({ project, caller }, { also }, [wing, name]: readonly [string, string]) =>
      also === true
        ? project.correct("alias-wing", { from: name, to: wing, caller })
        : project.correct("rename-wing", { from: wing, to: name, caller }),
    text: correctedText,
  }),
};

/** `loci palace undo` */
const undo = projectCommand({
  examples: [["loci palace undo", "take the last correction back"]],
  description: "Take back the last merge, rename or move, of wings too; again, the one before.",
  opens: "changes",
  ask: ({ project, caller }) => project.correct("undo", { caller }),
  text: correctedText,
});

/** `loci palace [PART]` */
export const command = withParts(taxonomy, {
  wings,
  rooms,
  closets,
  compare,
  tunnels: tunnelsCommand,
  traverse,
  graph,
  ...corrections,
  undo,
});
