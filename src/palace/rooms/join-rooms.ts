import { slugConcepts, conceptOf, genericKey } from "./concept.ts";

/** A room with its drawers. */
export interface CountedRoom {
  readonly room: string;
  readonly count: number;
}

/**
 * Which rooms mean the same: for each room that another stands for, that other one. The one with most drawers stands for its group,
 * then the shorter, then the first by the alphabet. Rooms with the same stems, or written as one word and as two, are
 * joined. A model that compared them gained nothing (evals/rooms: .960 of pairs, by words .965).
 *
 * A function of the set of rooms, not of the order in which they came: a rebuilt index joins the same rooms. To be applied as
 * the second argument of `readyCorrections`, where what a person said wins.
 *
 * @param conceptOf remembers names between calls, where the same one is given again
 * @example joinRooms([{ room: "movies", count: 2 }, { room: "movie", count: 9 }]) // Map { "movies" → "movie" }
 * Cost: linear, some µs a room.
 */
export function joinRooms(rooms: readonly CountedRoom[], conceptOf = slugConcepts()): ReadonlyMap<string, string> {
  const ranked = [...rooms].sort(
    (a, b) => b.count - a.count || a.room.length - b.room.length || (a.room < b.room ? -1 : 1),
  );
  const heads = new Map<string, string>();
  const compacts = new Map<string, string>();
  const joined = new Map<string, string>();
  for (const { room } of ranked) {
    const { key, compact } = conceptOf(room);
    if (key === "") continue;
    const head = heads.get(key) ?? compacts.get(compact);
    if (head === undefined) {
      heads.set(key, room);
      if (compact !== "") compacts.set(compact, room);
    } else if (head !== room) joined.set(room, head);
  }
  return joined;
}

/** Whether two names mean one concept, and what decided it. */
export interface SameRoom {
  readonly same: boolean;
  readonly why: "same-words" | "same-stems" | "acronym" | "nothing-in-common" | "different-words" | "names-nothing";
}

/**
 * Decides whether two headings (or slugs) name one concept: the same stems irrespective of order, number, stop words and generic
 * words; or initials of each other. A name with a specific word of its own ("python testing", "ruby testing") stays apart.
 *
 * @example sameRoom("Auth migration", "Migrating the authentication").same // true
 */
export function sameRoom(a: string, b: string): SameRoom {
  const [left, right] = [conceptOf(a), conceptOf(b)];
  if (left.stems.length === 0 || right.stems.length === 0) {
    const key = left.stems.length === right.stems.length ? genericKey(a) : "";
    return {
      same: a.trim().toLowerCase() === b.trim().toLowerCase() || (key !== "" && key === genericKey(b)),
      why: "names-nothing",
    };
  }
  if (left.words.join(" ") === right.words.join(" ")) return { same: true, why: "same-words" };
  if (left.compact !== "" && left.compact === right.compact) return { same: true, why: "same-words" };
  if (left.key === right.key) return { same: true, why: "same-stems" };
  if (isAcronym(left.words, right.words) || isAcronym(right.words, left.words)) return { same: true, why: "acronym" };
  const shared = left.stems.some((stem) => right.stems.includes(stem));
  return { same: false, why: shared ? "different-words" : "nothing-in-common" };
}

/** "tdd" and "test driven development". */
function isAcronym(short: readonly string[], long: readonly string[]): boolean {
  const letters = short.join("");
  return (
    short.length === 1 &&
    long.length >= 2 &&
    letters.length === long.length &&
    long.every((word, i) => word.startsWith(letters[i] as string))
  );
}
