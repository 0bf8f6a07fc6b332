import type { Command } from "commander";
import type { TunnelEnd, Tunnels } from "../../../index.ts";
import { about, pick, ROOM_IN_WING, TUNNEL, TUNNELS, type ValuesOf } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import { linkedFrom } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { roomTable } from "../render/room-table.ts";
import { addArgument, addFlags } from "../request-flags.ts";
import type { Session } from "../session.ts";

/** Rooms joined by links that are shown. */
const MAX_LINKED = 40;
/** Each given by a flag of its own. */
const WINGS = { wing: about(TUNNELS.wings, "Only those that join this wing") };

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
  define(command, session) {
    command.description(
      "List the rooms that join wings, most specific first, the tunnels that somebody dug, and the rooms whose notes " +
        "link to each other; or dig one.",
    );
    addFlags(command.command("list", { isDefault: true }), WINGS)
      .description("List the tunnels (also without 'list').")
      .action(({ wing = [] }: ValuesOf<typeof WINGS>) => list(session, wing));
    addEnds(addFlags(command.command("add"), pick(TUNNEL, ["label"])))
      .description("Dig a tunnel between two rooms.")
      .action((from: string, to: string, { label }: { readonly label?: string }) => add(session, from, to, label));
    addEnds(command.command("rm"))
      .description("Fill a tunnel that somebody dug.")
      .action((from: string, to: string) => remove(session, from, to));
  },
};

function addEnds(command: Command): Command {
  for (const end of ["from", "to"]) addArgument(command, `<${end}>`, end, ROOM_IN_WING);
  return command;
}

async function list(session: Session, wings: readonly string[]): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const tunnels = await project.tunnels({ wings, caller: session.caller });
    await session.answer(tunnels, () => render(tunnels, wings, session.style));
  });
}

async function add(session: Session, from: string, to: string, label: string | undefined): Promise<void> {
  await session.readProject(async ({ project }) => {
    const dug = await project.addTunnel(endOf(from), endOf(to), { label, caller: session.caller });
    await session.answer(dug, () => `${nameOf(dug.tunnel.a)} — ${nameOf(dug.tunnel.b)}`);
  });
}

async function remove(session: Session, from: string, to: string): Promise<void> {
  await session.readProject(async ({ project }) => {
    const answer = await project.removeTunnel(endOf(from), endOf(to), { caller: session.caller });
    await session.answer(answer, () => (answer.removed ? "filled" : "there was no such tunnel"));
    if (!answer.removed) session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

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
