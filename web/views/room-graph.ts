import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { count, counted } from "../lib/format.ts";
import { type Loaded, useLive, useLoaded } from "../lib/loaded.ts";
import { addressOf, go } from "../lib/route.ts";
import { client } from "../lib/session.ts";
import { type Drawn, type DrawnLink, drawGraph } from "./draw-graph.ts";

/** Rooms that are drawn: more would be a hairball, and on a narrow screen have no place for their names. */
const MAX_NODES = 24;
const MAX_NARROW = 14;
const NARROW = matchMedia("(max-width: 600px)");
/** Of the rooms drawn the nearest, of which is asked what joins them with each other. */
const LOOKED_FROM = 10;

interface Near {
  readonly room: string;
  readonly hops: number;
  readonly weight: number;
  readonly via: readonly string[];
}

/** A room and what it touches, at most two steps away: as a drawing, and as links that say the same. */
export function RoomGraph({ room, wing }: { readonly room: string; readonly wing: string }): VNode | null {
  const [hops, setHops] = useState(1);
  const { value, of, age } = useLive(String(hops), async (signal) => {
    const loci = client.peek();
    const [{ rooms, total }, all] = await Promise.all([
      loci.traverse(room, { hops, limit: MAX_NODES, signal }),
      loci.wings({ signal }),
    ]);
    return { rooms, total, wings: new Map(all.rooms.map((one) => [one.room, one.wings])) };
  });
  // Of two steps as many are drawn from each, where there are so many.
  const shown = NARROW.matches ? MAX_NARROW : MAX_NODES;
  const direct = value?.rooms.filter((one) => one.hops === 1).slice(0, shown / Number(of)) ?? [];
  const further = value?.rooms.filter((one) => one.hops > 1) ?? [];
  const near = connected(room, [...direct, ...further].slice(0, shown), value?.wings ?? new Map());
  const { value: between, of: betweenOf } = useBetween(near);
  if (value === null) return null;
  const most = Math.max(...near.map(({ weight }) => weight));
  const joined = near.filter((one) => from(one).length > 0);
  const inWings = [
    ...Map.groupBy(
      near.filter((one) => from(one).length === 0),
      ({ via }) => via.join(", "),
    ),
  ];
  if (near.length === 0)
    return html`<section>
      <h3>What it touches</h3>
      <p class="quiet">This room shares no wing, document, subject, tunnel or link with another.</p>
    </section>`;
  return html`<section>
    <h3>What it touches</h3>
    <div class="segments" role="group" aria-label="Steps">
      ${[1, 2].map((one) => html`<button key=${one} type="button" aria-pressed=${hops === one} onClick=${() => setHops(one)}>${counted(one, "step")}</button>`)}
    </div>
    <div ...${age}>
    <${Drawing} room=${room} wing=${wing} near=${near} wings=${value.wings} between=${betweenOf === keyOf(near) ? (between ?? []) : []} />
    <ul class="touches">
      ${joined.map(
        (one) =>
          html`<li key=${one.room}>
            <a href=${addressOf("palace", { room: one.room })}><bdi>${one.room}</bdi></a>
            <span class="quiet"> ${waysTo(one).map(([way, names], i) => html`${i > 0 && ", "}${way} <bdi>${names.map((name) => (name === room ? "it" : name)).join(", ")}</bdi>`)}</span>
            <span class="weight" aria-hidden="true" style=${{ width: `${(one.weight / most) * 100}%` }}></span>
          </li>`,
      )}
      ${inWings.map(
        ([wings, rooms]) =>
          html`<li key=${`in ${wings}`} class="wide">
            <span class="quiet">In the same wing, <bdi>${wings}</bdi>: </span>
            ${rooms.map((one, i) => html`${i > 0 && ", "}<a key=${one.room} href=${addressOf("palace", { room: one.room })}><bdi>${one.room}</bdi></a>`)}
          </li>`,
      )}
    </ul>
    <p class="quiet">${value.total > near.length ? `The ${near.length} nearest of ${count(value.total)}` : "All of them"}, nearest first.</p>
    </div>
  </section>`;
}

const keyOf = (near: readonly Near[]): string => near.map((one) => one.room).join("\n");

/** What joins rooms with each other, beside wings, more strongly than either with the middle, each pair once: those that belong together stand together. */
function useBetween(near: readonly Near[]): Loaded<readonly DrawnLink[]> {
  return useLoaded(near.length === 0 ? null : keyOf(near), async (signal) => {
    const direct = new Map(near.map((one) => [one.room, one.weight]));
    const links = new Map<string, DrawnLink>();
    for (const { room } of near.slice(0, LOOKED_FROM)) {
      const { rooms } = await client.peek().traverse(room, { hops: 1, limit: MAX_NODES, signal });
      for (const { room: to, weight, via } of rooms)
        if (weight > Math.max(direct.get(room) ?? 0, direct.get(to) ?? 1) && via.some((one) => one.includes(":")))
          links.set([room, to].sort().join("\n"), { from: `room ${room}`, to: `room ${to}`, weight });
    }
    return [...links.values()];
  });
}

/** In words, what leads from a room to one that it touches, the strongest first. */
const WAYS: readonly (readonly [mark: string, words: string])[] = [
  ["tunnel:", "by a tunnel of"],
  ["link:", "linked with"],
  ["with:", "shares documents with"],
  ["about:", "speaks of"],
];

/** From which rooms one is reached by a tunnel, links, documents or its subject; none where wings alone lead to it. */
const from = ({ via }: Near): readonly string[] => [
  ...new Set(via.filter((one) => one.includes(":")).map((one) => one.slice(one.indexOf(":") + 1))),
];

/** What leads to a room, each way with the names that it leads through. */
function waysTo(near: Near): readonly (readonly [way: string, names: readonly string[]])[] {
  const named = WAYS.map(([mark, words]) => {
    const found = near.via.filter((one) => one.startsWith(mark));
    return [words, found.map((one) => one.slice(mark.length))] as const;
  });
  return named.filter(([, names]) => names.length > 0);
}

/** What the drawing holds: rooms, what joins them, and for rooms that nothing else joins the wings in which they stand. */
function parts(
  room: string,
  near: readonly Near[],
  wings: ReadonlyMap<string, readonly string[]>,
): { readonly nodes: readonly Drawn[]; readonly links: readonly DrawnLink[] } {
  const most = Math.max(...near.map(({ weight }) => weight));
  const joined = near.flatMap((one) =>
    from(one).map((before) => ({ from: `room ${before}`, to: `room ${one.room}`, weight: one.weight / most })),
  );
  const apart = near.filter((one) => from(one).length === 0);
  const shared = [...new Set(apart.flatMap(({ via }) => via))];
  const inWing = (name: string, wing: string): boolean => wings.get(name)?.includes(wing) ?? false;
  const others = near.filter((one) => !apart.includes(one)).map((one) => one.room);
  const stand = shared.flatMap((wing) => {
    const begins = inWing(room, wing) ? [room] : others.filter((name) => inWing(name, wing));
    const ends = apart.filter(({ via }) => via.includes(wing)).map((one) => one.room);
    return [...begins, ...ends].map((name) => ({ from: `wing ${wing}`, to: `room ${name}`, weight: 0 }));
  });
  const nodes: Drawn[] = [
    { id: `room ${room}`, name: room, kind: "middle", weight: 1 },
    ...near.map((one) => ({
      ...{ id: `room ${one.room}`, name: one.room },
      ...{ kind: "room" as const, weight: one.weight / most },
    })),
    ...shared.map((wing) => ({ id: `wing ${wing}`, name: wing, kind: "wing" as const, weight: 1 })),
  ];
  const known = new Set(nodes.map(({ id }) => id));
  return { nodes, links: [...joined, ...stand].filter((link) => known.has(link.from) && known.has(link.to)) };
}

/** The rooms to which what is drawn leads from the middle: one whose step between isn't drawn would hang on nothing. */
function connected(
  room: string,
  near: readonly Near[],
  wings: ReadonlyMap<string, readonly string[]>,
): readonly Near[] {
  const { links } = parts(room, near, wings);
  const reached = new Set([`room ${room}`]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { from: a, to: b } of links) if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
  }
  return near.filter((one) => reached.has(`room ${one.room}`));
}

function Drawing({
  room,
  wing,
  near,
  wings,
  between,
}: {
  readonly room: string;
  readonly wing: string;
  readonly near: readonly Near[];
  readonly wings: ReadonlyMap<string, readonly string[]>;
  /** What joins the rooms with each other. */
  readonly between: readonly DrawnLink[];
}): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { nodes, links } = parts(room, near, wings);
  const most = Math.max(...near.map(({ weight }) => weight));
  const joined = between.map((link) => ({ ...link, weight: Math.min(1, link.weight / most) }));
  const drawn = { nodes, links: [...links, ...joined] };
  const key = JSON.stringify(drawn);
  useEffect(() => {
    const open = ({ kind, name }: Drawn): void =>
      go("palace", kind === "wing" ? { wing: name } : name === room ? { wing, room } : { room: name });
    const picture = canvas.current === null ? null : drawGraph(canvas.current, drawn.nodes, drawn.links, open);
    return () => picture?.end();
  }, [key]);
  return html`<canvas
    ref=${canvas}
    class="graph"
    role="img"
    aria-label=${`Drawing of ${room} and ${counted(near.length, "room")} that it touches; the list below says the same`}
  ></canvas>`;
}
