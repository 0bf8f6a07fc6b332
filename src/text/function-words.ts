import LISTS from "./function-words.json" with { type: "json" };
import { fold, STOP_WORDS, words } from "./words.ts";

const ENGLISH: ReadonlySet<string> = new Set();

/** Word → the lists that have it. Made when first asked for. */
let listsOf: ReadonlyMap<string, readonly ReadonlySet<string>[]> | null = null;

function wordLists(): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const found = new Map(STOP_WORDS.map((word) => [word, [ENGLISH]]));
  for (const list of Object.values(LISTS).map((each) => new Set(each.map(fold))))
    for (const word of list) found.set(word, [...(found.get(word) ?? []), list]);
  return found;
}

/** Words that are enough to tell a language. */
const ENOUGH = 400;

/**
 * Articles, pronouns, prepositions, conjunctions, auxiliaries, numerals and forms of address of the language that texts
 * are in, folded; none where it is English, which has `STOP_WORDS`. It is the language that most such words belong to:
 * "die" and "war" serve in German and name something in English. The lists are Snowball's (BSD), with the numerals, and
 * what a grammar has beside them.
 * Cost: a look-up a word of the first 400.
 */
export function functionWords(texts: readonly string[]): ReadonlySet<string> {
  listsOf ??= wordLists();
  const counts = new Map<ReadonlySet<string>, number>([[ENGLISH, 0]]);
  const count = (list: ReadonlySet<string>): unknown => counts.set(list, (counts.get(list) ?? 0) + 1);
  let read = 0;
  for (const text of texts) {
    if (read >= ENOUGH) break;
    const found = words(text.slice(0, 10 * ENOUGH));
    read += found.length;
    for (const word of found) listsOf.get(fold(word.text))?.forEach(count);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
