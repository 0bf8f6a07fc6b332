import { slugConcepts } from "./concept.ts";
import { sameRoom, type Similarity } from "./same-room.ts";

/** A room with its drawers. */
export interface CountedRoom {
  readonly room: string;
  readonly count: number;
  /** Whether somebody named it (flag, front matter): then it is never joined to another, and others are joined to it first. */
  readonly named?: boolean;
}

/**
 * Which rooms mean the same: for each room that another stands for, that other one. One that somebody named stands
 * for its group, else the one with most drawers,
 * then the shorter, then the first by the alphabet. Rooms with the same stems, or written as one word and as two, are
 * joined; with `similarity`, also those that share a word and whose other
 * words pair off by meaning.
 *
 * A function of the set of rooms, not of the order in which they came: a rebuilt index joins the same rooms. To be applied as
 * the second argument of `readyCorrections`, where what a person said wins.
 *
 * @param conceptOf remembers names between calls, where the same one is given again
 * @example joinRooms([{ room: "movies", count: 2 }, { room: "movie", count: 9 }]) // Map { "movies" → "movie" }
 * Cost: linear (some µs a room) without `similarity`; with it, in the pairs of rooms that share a stem.
 */
export function joinRooms(
  rooms: readonly CountedRoom[],
  similarity?: Similarity,
  conceptOf = slugConcepts(),
): ReadonlyMap<string, string> {
  const ranked = [...rooms].sort(
    (a, b) =>
      Number(b.named ?? false) - Number(a.named ?? false) ||
      b.count - a.count ||
      a.room.length - b.room.length ||
      (a.room < b.room ? -1 : 1),
  );
  const heads = new Map<string, string>();
  const compacts = new Map<string, string>();
  const joined = new Map<string, string>();
  const headsByStem = new Map<string, string[]>();
  for (const { room, named } of ranked) {
    const { key, stems, compact } = conceptOf(room);
    if (key === "") continue;
    const head =
      heads.get(key) ??
      compacts.get(compact) ??
      (similarity === undefined
        ? undefined
        : stems.flatMap((stem) => headsByStem.get(stem) ?? []).find((other) => sameRoom(room, other, similarity).same));
    if (head === undefined) {
      heads.set(key, room);
      if (compact !== "") compacts.set(compact, room);
      for (const stem of stems) headsByStem.set(stem, [...(headsByStem.get(stem) ?? []), room]);
    } else if (head !== room && named !== true) joined.set(room, head);
  }
  return joined;
}
