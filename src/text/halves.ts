import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** The shortest half of letters. Figures may be one: "5km". */
const SHORTEST = 3;
const LONGEST = 40;
const FIGURES = /^\p{N}+$/u;

/**
 * The ways of cutting a word in two, as two terms: "healthcheck" is health and check where somebody else wrote it, "8gb" is 8 and gb.
 * Whether the halves are words is for the index to say. A word with figures is cut only where they begin or end.
 *
 * @param word folded, without what joins identifiers
 */
export function halves(word: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  if (word.length > LONGEST) return found;
  const mixed = /\p{N}/u.test(word);
  for (let i = 1; i < word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    if (
      mixed
        ? FIGURES.test(head.slice(-1)) === FIGURES.test(tail.charAt(0))
        : head.length < SHORTEST || tail.length < SHORTEST
    )
      continue;
    if (isStopWord(head) || isStopWord(tail)) continue;
    found.push([stem(head), stem(tail)]);
  }
  return found;
}
