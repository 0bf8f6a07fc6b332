import type { TunnelEnd } from "../../model/palace-edits.ts";

/** A link between two notes, and where both stand. */
export interface PlacedLink {
  /** The drawer that holds the link. */
  readonly id: string;
  /** Of both notes: links lead to notes of their own source. */
  readonly source: string;
  /** Path of the linking note. */
  readonly from: string;
  /** Line of the link in it, 1-based; null where its format has none. */
  readonly line: number | null;
  /** Path of the note that it leads to. */
  readonly to: string;
  readonly fromPlace: TunnelEnd;
  readonly toPlace: TunnelEnd;
}

/** Two rooms that notes in them join by links. `a` is the first end by the alphabet. */
export interface LinkedRooms {
  readonly a: TunnelEnd;
  readonly b: TunnelEnd;
  /** Links, in either direction. */
  readonly count: number;
  /** The first of them by path and line, at most five. */
  readonly links: readonly Pick<PlacedLink, "id" | "from" | "line" | "to">[];
}

const SHOWN = 5;

/**
 * Rooms that are joined by links of their notes, most links first, then by name. A link inside a room joins nothing.
 *
 * Cost: linear in the links.
 */
export function linkedRooms(links: readonly PlacedLink[]): readonly LinkedRooms[] {
  const pairs = new Map<string, { readonly a: TunnelEnd; readonly b: TunnelEnd; readonly links: PlacedLink[] }>();
  for (const link of links) {
    const [[one, a], [other, b]] = [link.fromPlace, link.toPlace]
      .map((end) => [`${end.wing}\u0000${end.room}`, end] as const)
      .sort(([x], [y]) => (x < y ? -1 : 1)) as [[string, TunnelEnd], [string, TunnelEnd]];
    if (one === other) continue;
    const key = `${one}\u0001${other}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, { a, b, links: [link] });
    else known.links.push(link);
  }
  return [...pairs]
    .sort(([x, one], [y, other]) => other.links.length - one.links.length || (x < y ? -1 : 1))
    .map(([, { a, b, links: own }]) => ({
      a,
      b,
      count: own.length,
      links: own
        .sort((x, y) => (x.from === y.from ? (x.line ?? 0) - (y.line ?? 0) : x.from < y.from ? -1 : 1))
        .slice(0, SHOWN)
        .map(({ id, from, line, to }) => ({ id, from, line, to })),
    }));
}
