import { fold } from "../text/fold.ts";
import { isStopWord } from "../text/stop-words.ts";
import { words } from "../text/words.ts";

/** Similarity above which a text repeats a stored one. */
export const NEAR_DUPLICATE = 0.9;

/** Maximum number of words compared; drawers are shorter. */
const MAX_WORDS = 1_000;
const NEGATIONS: ReadonlySet<string> = new Set(
  "no not never none nothing without t cannot neither nor hardly instead".split(" "),
);

/**
 * How much two texts say the same, 0–1: the larger of
 * - 2 · L / (n + m), L the length of the longest common subsequence of their words (n and m words, folded), so order counts, and
 * - `cosine`, which also knows other words for the same.
 *
 * It is held at 0.9 (no near-duplicate) where the texts differ in what changes a statement however alike the rest is: their numbers,
 * their negations, or the order of the names in them ("Kai owes Mia", "Mia owes Kai").
 *
 * @param cosine standardised (`standardise`), so that it means the same of any model; null without one
 * @example textSimilarity("We use Clerk.", "we use clerk", null) // 1
 * Cost: n · m steps.
 */
export function textSimilarity(a: string, b: string, cosine: number | null): number {
  const [left, right] = [cut(a), cut(b)];
  if (left.length === 0 || right.length === 0) return a.trim() === b.trim() ? 1 : 0;
  const inOrder = (2 * commonLength(left, right)) / (left.length + right.length);
  const alike = Math.min(1, Math.max(inOrder, cosine ?? 0));
  if (inOrder === 1 || alike <= NEAR_DUPLICATE) return alike;
  const names = new Set(
    [...left, ...right].flatMap(({ folded, capital }) => (capital && !isStopWord(folded) ? [folded] : [])),
  );
  const hard = (list: readonly ComparedWord[]): string =>
    list
      .flatMap(({ folded }) => (/\p{N}/u.test(folded) || NEGATIONS.has(folded) || names.has(folded) ? [folded] : []))
      .join(" ");
  return hard(left) === hard(right) ? alike : NEAR_DUPLICATE;
}

/** Words from which on a text that stands whole in another says nothing new; fewer may be a name or a phrase of their own. */
const ENOUGH_TO_STAND_IN = 4;

/**
 * Whether all of a text stands in a longer one, word behind word: a sentence under a heading, or among others.
 *
 * @example standsIn("We use Clerk since March.", "# Login\n\nKai chose it. We use Clerk since March.") // true
 * Cost: n + m steps in the usual case.
 */
export function standsIn(text: string, longer: string): boolean {
  const [inner, outer] = [cut(text), cut(longer)].map((list) => list.map(({ folded }) => folded));
  if (inner === undefined || outer === undefined || inner.length < ENOUGH_TO_STAND_IN) return false;
  return ` ${outer.join(" ")} `.includes(` ${inner.join(" ")} `);
}

interface ComparedWord {
  readonly folded: string;
  readonly capital: boolean;
}

function cut(text: string): readonly ComparedWord[] {
  return words(text)
    .slice(0, MAX_WORDS)
    .map((word) => ({ folded: fold(word.text), capital: /^\p{Lu}/u.test(word.text) }));
}

/** Length of the longest common subsequence, row by row. */
function commonLength(a: readonly ComparedWord[], b: readonly ComparedWord[]): number {
  let above = new Uint16Array(b.length + 1);
  let row = new Uint16Array(b.length + 1);
  for (const { folded } of a) {
    for (let j = 1; j <= b.length; j++) {
      row[j] =
        folded === (b[j - 1] as ComparedWord).folded
          ? (above[j - 1] as number) + 1
          : Math.max(above[j] as number, row[j - 1] as number);
    }
    [above, row] = [row, above];
  }
  return above[b.length] as number;
}
