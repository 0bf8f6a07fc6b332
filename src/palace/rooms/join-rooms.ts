import { slugConcepts, conceptOf, genericKey } from "./concept.ts";

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

/** Whether two names mean one concept, and what decided it. */
export interface SameRoom {
  readonly same: boolean;
  readonly why:
    | "same-words"
    | "same-stems"
    | "acronym"
    | "similar"
    | "nothing-in-common"
    | "different-words"
    | "names-nothing";
}

/** Closeness of two names or words, 0–1, as an embedding model gives it. */
export type Similarity = (a: string, b: string) => number;

/**
 * From here on two whole names are one concept, and two words mean the same, when a model compares them.
 * Chosen on the development pairs of evals/rooms; see its report.
 */
const SIMILAR_NAMES = 0.82;
const SIMILAR_WORDS = 0.62;

/**
 * Decides whether two headings (or slugs) name one concept: the same stems irrespective of order, number, stop words and generic
 * words; or initials of each other; or, with `similarity`, words that pair off one to one by meaning, or whole names that are
 * very close. A name with a specific word of its own ("python testing", "ruby testing") stays apart unless that word has its pair.
 *
 * @param similarity cosine of a model; without it only words decide
 * @example sameRoom("Auth migration", "Migrating the authentication").same // true
 */
export function sameRoom(a: string, b: string, similarity?: Similarity): SameRoom {
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
  const ownLeft = left.stems.filter((stem) => !right.stems.includes(stem));
  const ownRight = right.stems.filter((stem) => !left.stems.includes(stem));
  if (similarity === undefined)
    return { same: false, why: ownLeft.length < left.stems.length ? "different-words" : "nothing-in-common" };
  const wordsOf = (stems: readonly string[], words: readonly string[]): readonly string[] =>
    words.filter((word) => stems.some((stem) => conceptOf(word).stems.includes(stem)));
  if (pairOff(wordsOf(ownLeft, left.words), wordsOf(ownRight, right.words), similarity))
    return { same: true, why: "similar" };
  const sharesNothing = ownLeft.length === left.stems.length;
  // Where they share a word, that word alone makes the names similar, so it is no evidence: "leak", "water leak".
  if (sharesNothing && similarity(left.words.join(" "), right.words.join(" ")) >= SIMILAR_NAMES)
    return { same: true, why: "similar" };
  return { same: false, why: sharesNothing ? "nothing-in-common" : "different-words" };
}

/** Whether every word on one side has a word of like meaning on the other, each used once, best pairs first. */
function pairOff(left: readonly string[], right: readonly string[], similarity: Similarity): boolean {
  if (left.length === 0 || left.length !== right.length) return false;
  const free = new Set(right);
  for (const word of left) {
    let best: string | null = null;
    let closeness = SIMILAR_WORDS;
    for (const other of free) {
      const close = similarity(word, other);
      if (close >= closeness && (best === null || close > closeness)) [best, closeness] = [other, close];
    }
    if (best === null) return false;
    free.delete(best);
  }
  return true;
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
