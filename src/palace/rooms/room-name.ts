import { slug } from "../../text/slug.ts";
import { conceptOf } from "./concept.ts";

/** A room's name has at most this many words: a longer one is a sentence, not a concept. */
const MAX_WORDS = 4;

/**
 * The room that a heading or a file name gives: its first four words that say something, as a slug; null when it names nothing
 * ("Introduction", "2024-05-12", "notes").
 *
 * @example roomName("ch04-01 What Is Ownership?") // "ownership"
 */
export function roomName(name: string): string | null {
  const { words } = conceptOf(slug(name) === "" ? name : withoutDates(name));
  const room = slug(words.slice(0, MAX_WORDS).join("-"));
  return room === "" || !/\p{L}/u.test(room) ? null : room;
}

/** `slug` knows dates; what it keeps of a name that holds one is taken, else the name as it stands (its capitals part words). */
function withoutDates(name: string): string {
  return /\d/.test(name) ? slug(name) : name;
}
