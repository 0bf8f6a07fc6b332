import { LociError } from "../../model/error.ts";
import type { ExplicitTunnel, TunnelEnd } from "../../model/palace-edits.ts";
import { slug } from "../../text/slug.ts";
import { wingSlug } from "../wing.ts";

/**
 * The tunnel between two ends, names as slugs.
 *
 * @throws LociError `USAGE` for an empty name or two equal ends
 */
export function explicitTunnel(from: TunnelEnd, to: TunnelEnd, label = ""): ExplicitTunnel {
  const [one, other] = [end(from), end(to)];
  if (keyOf(one) === keyOf(other))
    throw new LociError("USAGE", "a tunnel needs two different rooms", {
      hint: "name another wing or room for one end",
    });
  return keyOf(one) < keyOf(other) ? { a: one, b: other, label } : { a: other, b: one, label };
}

/** The name under which an end is shown; where none is renamed, its own. */
type Shown = (end: TunnelEnd) => TunnelEnd;

/** The tunnels with one more, sorted by their ends; one between the same ends is replaced. @param shown see `removeTunnel` */
export function addTunnel(
  tunnels: readonly ExplicitTunnel[],
  tunnel: ExplicitTunnel,
  shown?: Shown,
): readonly ExplicitTunnel[] {
  return [...removeTunnel(tunnels, tunnel, shown), tunnel].sort((x, y) => (tunnelKey(x) < tunnelKey(y) ? -1 : 1));
}

/** The tunnels without the one between these ends. @param shown makes ends that were renamed since the same as those that bear the new name */
export function removeTunnel(
  tunnels: readonly ExplicitTunnel[],
  tunnel: ExplicitTunnel,
  shown?: Shown,
): readonly ExplicitTunnel[] {
  const key = tunnelKey(tunnel, shown);
  return tunnels.filter((other) => tunnelKey(other, shown) !== key);
}

/** Ends in either order are the same. */
function tunnelKey({ a, b }: ExplicitTunnel, shown: Shown = (one) => one): string {
  return [keyOf(shown(a)), keyOf(shown(b))].sort().join("\u0001");
}

function keyOf({ wing, room }: TunnelEnd): string {
  return `${wing}\u0000${room}`;
}

function end({ wing, room }: TunnelEnd): TunnelEnd {
  const made = { wing: wingSlug(wing), room: slug(room) };
  if (made.wing === "" || made.room === "")
    throw new LociError("USAGE", "an end of a tunnel needs a wing and a room", {
      hint: "for example driftwood/auth-migration",
    });
  return made;
}
