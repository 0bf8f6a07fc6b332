import type { TunnelEnd, Tunnels } from "../../../index.ts";
import { about, pick, ROOM_IN_WING, TUNNEL, TUNNELS } from "../../../model/requests/index.ts";
import { linkedFrom } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { roomTable } from "../render/room-table.ts";

/** Rooms joined by links that are shown. */
const MAX_LINKED = 40;

const ENDS = [
  ["<from>", ROOM_IN_WING],
  ["<to>", ROOM_IN_WING],
] as const;

/** `loci palace tunnels [add|rm]` */
export const command: CommandModule = {
  examples: [
    ["loci palace tunnels", "rooms that stand in two wings or more"],
    ["loci palace tunnels --wing driftwood --wing orion", "what these two have in common"],
    [
      'loci palace tunnels add driftwood/auth-migration orion/logins --label "same vendor"',
      "join two rooms of different names",
    ],
    ["loci palace tunnels rm driftwood/auth-migration orion/logins", "and part them again"],
  ],
  define(command) {
    command.description(
      "List the rooms that join wings, most specific first, the tunnels that somebody dug, and the rooms whose notes " +
        "link to each other; or dig one.",
    );
  },
  parts: {
    list: projectCommand({
      description: "List the tunnels (also without 'list').",
      isDefault: true,
      // Each given by a flag of its own.
      flags: { wing: about(TUNNELS.wings, "Only those that join this wing") },
      opens: "looks",
      ask: ({ project, caller }, { wing: wings = [] }) => project.tunnels({ wings, caller }),
      text: (tunnels, style, { wing = [] }) => render(tunnels, wing, style),
    }),
    add: projectCommand({
      description: "Dig a tunnel between two rooms.",
      takes: ENDS,
      flags: pick(TUNNEL, ["label"]),
      opens: "changes",
      ask: ({ project, caller }, { label }, from: string, to: string) =>
        project.addTunnel(endOf(from), endOf(to), { label, caller }),
      text: ({ tunnel: { a, b } }) => `${nameOf(a)} — ${nameOf(b)}`,
    }),
    rm: projectCommand({
      description: "Fill a tunnel that somebody dug.",
      takes: ENDS,
      opens: "changes",
      ask: ({ project, caller }, _flags, from: string, to: string) =>
        project.removeTunnel(endOf(from), endOf(to), { caller }),
      text: ({ removed }) => (removed ? "filled" : "there was no such tunnel"),
      failed: ({ removed }) => !removed,
    }),
  },
};

/** @param text of the form `wing/room`, as its field has it */
function endOf(text: string): TunnelEnd {
  const [wing, room] = text.split("/") as [string, string];
  return { wing, room };
}

function nameOf({ wing, room }: TunnelEnd): string {
  return `${wing}/${room}`;
}

function render({ tunnels, explicit, linked }: Tunnels, wings: readonly string[], style: Style): string {
  if (tunnels.length + explicit.length + linked.length === 0)
    return wings.length === 0
      ? "no room stands in two wings yet"
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
  const parts = [
    { title: "dug by hand", lines: dug },
    { title: "joined by links", lines: joined },
  ].filter(({ lines }) => lines.length > 0);
  return [...found, ...parts.map(({ title, lines }) => [style.dim(title), ...lines].join("\n"))].join("\n\n");
}
