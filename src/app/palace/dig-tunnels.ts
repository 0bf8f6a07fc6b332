import type { OpenedProject } from "../opened-project.ts";
import type { ExplicitTunnel, TunnelEnd } from "../../model/palace-edits.ts";
import { addTunnel, explicitTunnel, removeTunnel } from "../../palace/graph/tunnels.ts";
import type { Asked, TUNNEL } from "../../model/requests/index.ts";
import { recordAudit } from "../audit.ts";
import { type PalaceView, requireRoom, requireWing } from "./palace-views.ts";

/**
 * Digs a tunnel between two rooms, under the names that are in force; one between the same rooms is replaced, whatever they were called then.
 *
 * @throws LociError `USAGE` for an end that isn't there, or two names of one room
 */
export async function digTunnel(
  project: OpenedProject,
  { from, to, label = "" }: Asked<typeof TUNNEL>,
): Promise<{ tunnel: ExplicitTunnel }> {
  const view = await viewOf(project);
  const tunnel = explicitTunnel(requireEnd(view, from), requireEnd(view, to), label);
  await project.catalog.palace.change((edits) => ({
    ...edits,
    tunnels: addTunnel(edits.tunnels, tunnel, view.names.shown),
  }));
  await recordAudit(project, [{ action: "tunnel.add", object: endsOf(tunnel) }]);
  return { tunnel };
}

/** Fills the tunnel between two rooms, by any of their names. @returns whether there was one */
export async function fillTunnel(
  project: OpenedProject,
  { from, to }: Asked<Omit<typeof TUNNEL, "label">>,
): Promise<{ removed: boolean }> {
  const { names } = await viewOf(project);
  const tunnel = explicitTunnel(from, to);
  let removed = false;
  await project.catalog.palace.change((edits) => {
    const tunnels = removeTunnel(edits.tunnels, tunnel, names.shown);
    removed = tunnels.length < edits.tunnels.length;
    return removed ? { ...edits, tunnels } : edits;
  });
  if (removed) await recordAudit(project, [{ action: "tunnel.remove", object: endsOf(tunnel) }]);
  return { removed };
}

async function viewOf(project: OpenedProject): Promise<PalaceView> {
  return await project.indexHandle.use((index) => project.palace(index, "all"));
}

function requireEnd(view: PalaceView, end: TunnelEnd): TunnelEnd {
  const wing = requireWing(view, end.wing);
  return { wing, room: requireRoom(view, end.room, wing) };
}

function endsOf({ a, b }: ExplicitTunnel): string {
  return `${a.wing}/${a.room} ${b.wing}/${b.room}`;
}
