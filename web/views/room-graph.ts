import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { addressOf, go } from "../lib/route.ts";
import { changes, client, project } from "../lib/session.ts";
import type { Drawn, DrawnLink, Picture } from "./draw-graph.ts";

/** Rooms that are drawn: more would be a hairball. */
const MAX_NODES = 24;
/** Links that are named in words under the drawing. */
const NAMED = 12;

interface Near {
  readonly room: string;
  readonly hops: number;
  readonly weight: number;
  readonly via: readonly string[];
}

/** A room and what it touches, at most two steps away: as a drawing, and as links that say the same. */
export function RoomGraph({ room, wing }: { readonly room: string; readonly wing: string }): VNode | null {
  const [hops, setHops] = useState(1);
  const { value } = useLoaded(`${project.value} ${changes.value} ${room} ${hops}`, async (signal) => {
    const loci = client.peek();
    const [{ rooms }, all] = await Promise.all([loci.traverse(room, { hops, signal }), loci.wings({ signal })]);
    return { rooms, wings: new Map(all.rooms.map((one) => [one.room, one.wings])) };
  });
  if (value === null) return null;
  const near: readonly Near[] = value.rooms.slice(0, MAX_NODES);
  if (near.length === 0)
    return html`<section>
      <h3>What it touches</h3>
      <p class="quiet">This room shares no wing, no tunnel and no link with another.</p>
    </section>`;
  return html`<section>
    <h3>What it touches</h3>
    <div class="segments" role="group" aria-label="Steps">
      ${[1, 2].map((one) => html`<button key=${one} type="button" aria-pressed=${hops === one} onClick=${() => setHops(one)}>${counted(one, "step")}</button>`)}
    </div>
    <${Drawing} room=${room} wing=${wing} near=${near} wings=${value.wings} />
    <ul class="touches">
      ${near.slice(0, NAMED).map(
        (one) =>
          html`<li key=${one.room}>
            <a href=${addressOf("palace", { room: one.room })}><bdi>${one.room}</bdi></a>
            <span class="quiet"> ${howNear(one.weight)}, ${one.via.map((via, i) => html`${i > 0 && ", "}${WAYS[/^\w+:/.exec(via)?.[0] ?? ""] ?? "through"} <bdi>${via.replace(/^\w+:/, "")}</bdi>`)}</span>
          </li>`,
      )}
    </ul>
    ${value.rooms.length > near.length && html`<p class="quiet">The ${near.length} nearest of ${value.rooms.length}.</p>`}
  </section>`;
}

/** In words, what leads from a room to one that it touches: a wing, or where it is said a tunnel or a link. */
const WAYS: Readonly<Record<string, string>> = { "tunnel:": "by a tunnel of", "link:": "linked with" };

/** A weight between 0 and 1 in words. */
const howNear = (weight: number): string => (weight > 0.66 ? "very near" : weight > 0.33 ? "near" : "further off");

/** What the drawing holds: rooms, and between them the wings that they share. */
function parts(
  room: string,
  near: readonly Near[],
  wings: ReadonlyMap<string, readonly string[]>,
): { readonly nodes: readonly Drawn[]; readonly links: readonly DrawnLink[] } {
  const rooms = [{ room, hops: 0, weight: 1, via: [] as readonly string[] }, ...near];
  const roomsByWing = new Map<string, string[]>();
  for (const one of rooms)
    for (const wing of wings.get(one.room) ?? []) roomsByWing.set(wing, [...(roomsByWing.get(wing) ?? []), one.room]);
  const shared = [...roomsByWing].filter(
    ([wing, rooms]) => rooms.length > 1 || rooms[0] === room || near.some(({ via }) => via.includes(wing)),
  );
  const dug = near.flatMap(({ room: to, via }) =>
    via
      .filter((one) => /^(?:tunnel|link):/.test(one))
      .map((one) => ({ from: `room ${one.slice(one.indexOf(":") + 1)}`, to: `room ${to}` })),
  );
  const nodes: Drawn[] = [
    ...rooms.map((one) => ({
      id: `room ${one.room}`,
      name: one.room,
      kind: one.hops === 0 ? ("middle" as const) : ("room" as const),
      weight: one.weight,
    })),
    ...shared.map(([wing]) => ({ id: `wing ${wing}`, name: wing, kind: "wing" as const, weight: 1 })),
  ];
  const known = new Set(nodes.map(({ id }) => id));
  const links = [
    ...shared.flatMap(([wing, rooms]) => rooms.map((one) => ({ from: `wing ${wing}`, to: `room ${one}` }))),
    ...dug,
  ];
  return { nodes, links: links.filter(({ from, to }) => known.has(from) && known.has(to)) };
}

function Drawing({
  room,
  wing,
  near,
  wings,
}: {
  readonly room: string;
  readonly wing: string;
  readonly near: readonly Near[];
  readonly wings: ReadonlyMap<string, readonly string[]>;
}): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = parts(room, near, wings);
  const key = JSON.stringify(drawn);
  useEffect(() => {
    let picture: Picture | null = null;
    let closed = false;
    const open = ({ kind, name }: Drawn): void =>
      go("palace", kind === "wing" ? { wing: name } : name === room ? { wing, room } : { room: name });
    void import("./draw-graph.ts").then(({ drawGraph }) => {
      if (!closed && canvas.current !== null) picture = drawGraph(canvas.current, drawn.nodes, drawn.links, open);
    });
    return () => {
      closed = true;
      picture?.end();
    };
  }, [key]);
  return html`<canvas
    ref=${canvas}
    class="graph"
    role="img"
    aria-label=${`Drawing of ${room} and ${counted(near.length, "room")} that it touches; the list below says the same`}
  ></canvas>`;
}
