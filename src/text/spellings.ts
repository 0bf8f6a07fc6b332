import { fold, isStopWord } from "./words.ts";
import { indexTerms } from "./analyzer.ts";
import { stem } from "./stem.ts";

/** A number with its separators, or a word. */
const PIECE = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu;
const GROUPED = /^\p{N}{1,3}(?:[.,]\p{N}{3})+$/u;
/** What may stand between two words that others write as one. */
const APART = /^(?: |-)$/;
const BEGINS_WITH_DIGIT = /^\p{N}/u;
const ENDS_WITH_DIGIT = /\p{N}$/u;
/**
 * `lastSeenAt`, `retry_after`, `max-chunk-size`: two words or more, written as code writes them. Looked for where a
 * run of letters begins: a long run without one would be read again from each of its letters.
 */
const IDENTIFIER = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+|(?<!\p{Ll})\p{Ll}+(?:\p{Lu}\p{Ll}*)+/gu;
const HUMP = /(\p{Ll})(?=\p{Lu})/gu;
/** German and Nordic letters, as they are typed without them; folding takes the dots alone away. */
const UMLAUT = /[äöüø]/g;
const TYPED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe" };
const DIGRAPH = /([aou])e/g;
/** Common words that others are made with: "on call", "log in", "set up". Each pair of words costs look-ups, and most pairs with a common one are no word. */
const PARTICLES: ReadonlySet<string> = new Set(
  "after around away back by down in into off on out over through under up with".split(" "),
);
/** Minimum length of a joined word; shorter ones match by chance. */
const SHORTEST = 4;

/** A term that the words may stand under, and the terms of the words in whose place it would stand. */
export interface JoinedSpelling {
  readonly term: string;
  readonly of: readonly string[];
}

/**
 * Terms under which the words of a question stand where somebody else wrote them: in one word ("check list" → checklist, "e-mail" → email, "8.5 km" →
 * 8.5km, "2,000" → 2000), as other code writes a name (`lastSeenAt` → last_seen_at), with a letter for two or two for one ("Kuendigung" → kundigung,
 * "Schröder" → schroeder). Most are no words at all: only what the index holds is to be searched for. Cost: linear; some microseconds a question.
 */
export function joinedSpellings(text: string): readonly JoinedSpelling[] {
  const found = new Map<string, JoinedSpelling>();
  const add = (spelling: string, written: string): void => {
    const [term] = indexTerms(spelling);
    if (term !== undefined && term.length >= SHORTEST && !isStopWord(term) && !found.has(term))
      found.set(term, { term, of: indexTerms(written) });
  };
  let before: { readonly word: string; readonly end: number } | null = null;
  for (const match of text.matchAll(PIECE)) {
    const word = fold(match[0]);
    if (GROUPED.test(word)) add(word.replace(/[.,]/g, ""), word);
    if (before !== null && APART.test(text.slice(before.end, match.index)) && areOne(before.word, word))
      add(before.word + word, `${before.word} ${word}`);
    const lower = match[0].toLowerCase().normalize("NFC");
    if (lower.length >= SHORTEST) {
      const typed = lower.replace(UMLAUT, (letter) => TYPED[letter] as string);
      if (typed !== lower) add(typed, word);
      const written = lower.replace(DIGRAPH, "$1");
      if (written !== lower) add(written, word);
    }
    before = { word, end: match.index + match[0].length };
  }
  for (const [name] of text.matchAll(IDENTIFIER)) {
    const words = fold(name.replace(HUMP, "$1_")).split(/[-_]/);
    for (const joiner of words.length > 2 ? ["", "_", "-"] : ["", "_"]) add(words.join(joiner), name);
  }
  return [...found.values()];
}

/** Two figures side by side are two figures; of words too common to search for, only particles are one with others. */
function areOne(first: string, second: string): boolean {
  const [figure, other] = [ENDS_WITH_DIGIT.test(first), BEGINS_WITH_DIGIT.test(second)];
  if (figure && other) return false;
  const [common, alsoCommon] = [isStopWord(first), isStopWord(second)];
  if (!common && !alsoCommon) return true;
  return common ? !alsoCommon && !other && PARTICLES.has(first) : !figure && PARTICLES.has(second);
}

/** The shortest half of letters. Figures may be one: "5km". */
const HALVES_SHORTEST = 3;
const LONGEST = 40;
const FIGURES = /^\p{N}+$/u;

/**
 * The ways of cutting a word in two, as two terms: "healthcheck" is health and check where somebody else wrote it, "8gb" is 8 and gb.
 * Whether the halves are words is for the index to say. A word with figures is cut only where they begin or end.
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
        : head.length < HALVES_SHORTEST || tail.length < HALVES_SHORTEST
    )
      continue;
    if (isStopWord(head) || isStopWord(tail)) continue;
    found.push([stem(head), stem(tail)]);
  }
  return found;
}

/** Shorter words are near too many others. */
const SHORTEST_MISSPELT = 5;
const LONGEST_MISSPELT = 24;
/** Words this long may lose an ending of two or three letters: "Rechnungen". */
const INFLECTED = 8;

/** Letters that a typing error may have added or dropped, by script. */
const ALPHABETS: readonly { readonly script: RegExp; readonly letters: readonly string[] }[] = [
  { script: /^[a-z]+$/, letters: [..."abcdefghijklmnopqrstuvwxyz"] },
  { script: /^[а-яєіїґ]+$/, letters: [..."абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ"] },
  { script: /^[α-ω]+$/, letters: [..."αβγδεζηθικλμνξοπρστυφχψω"] },
];

/**
 * The words that a typing error may have made a word of, by the kind of error; its first letter stays, since people seldom get it wrong. None for words
 * with figures (E0382 is no misspelt E0383), for long ones and in scripts without such an alphabet. Pure. Cost: 50 words a letter.
 * @param word folded
 * @example mistyped("suregry").swapped.includes("surgery") // true
 */
export function mistyped(word: string) {
  const found = {
    /** Two letters in their own places. */
    swapped: [] as string[],
    /** A double letter that is single, or a single one that is double. */
    doubled: [] as string[],
    /** Without a letter that it has too many. */
    without: [] as string[],
    /** With a letter that it lacks, or that became another: some 50 a letter. */
    other: [] as string[],
  };
  const letters =
    word.length > LONGEST_MISSPELT ? undefined : ALPHABETS.find(({ script }) => script.test(word))?.letters;
  if (letters === undefined) return found;
  for (let i = 1; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    const last = head.slice(-1);
    if (tail !== "") found.without.push(head + tail.slice(1));
    if (tail.length > 1) found.swapped.push(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    found.doubled.push(last === tail.charAt(0) ? head + tail.slice(1) : head + last + tail);
    for (const letter of letters)
      found.other.push(head + letter + tail, ...(tail === "" ? [] : [head + letter + tail.slice(1)]));
  }
  return found;
}

/**
 * Terms of the words that are one typing error away from a word, in two lists: without a letter that it has too many, with two letters in their own
 * places, and for longer words without an ending; then, many more, with a letter that it lacks or that became another. Empty for short words.
 * Cost: some 50 terms a letter, three of them in the first list; 0.2 ms for a word.
 * @param word folded
 * @example nearSpellings("commitee")[1].includes("committe") // true: the term of "committee"
 */
export function nearSpellings(word: string): readonly [few: readonly string[], many: readonly string[]] {
  const { swapped, without, other } = mistyped(word);
  const endings = word.length >= INFLECTED ? [word.slice(0, -2), word.slice(0, -3)] : [];
  // Not through the memo of words, which hundreds that nobody wrote would fill.
  const terms = (spellings: readonly string[]): readonly string[] =>
    [...new Set(spellings.filter((one) => !isStopWord(one)).map(stem))].filter((term) => term !== stem(word));
  return word.length < SHORTEST_MISSPELT || other.length === 0
    ? [[], []]
    : [terms([...without, ...swapped, ...endings]), terms(other)];
}
