import { INVARIANT, IRREGULAR, LINKS, PLURALS, RULES, SINGULARS, SYNONYMS, VARIANTS } from "./noun-words.ts";
import { fold } from "./tokens.ts";

/** What a list is about, or which attribute. */
export interface Topic {
  /**
   * Equal for topics that are the same: number, case, spelling variants and built-in synonyms don't count; modifiers
   * do.
   */
  readonly key: string;
  /** As shown: in the singular, in the spelling used. */
  readonly name: string;
  /** Whether it was said in a plural that shows; "series" doesn't, its verb does. */
  readonly plural: boolean;
}

/** Longest topic, in characters. */
export const LONGEST_TOPIC = 200;

/**
 * The singular of a noun; a singular comes back as it is.
 *
 * @param word in lower case
 * @example singular("movies") // "movie"
 */
function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (INVARIANT.has(word) || SINGULARS.has(word)) return word;
  for (const rule of RULES) {
    if (!word.endsWith(rule.plural) || word.length < rule.plural.length + 2 - Math.min(rule.plural.length - 1, 1))
      continue;
    const other = rule.except?.find(([, ends]) =>
      ends.some((end) => (end.startsWith("*") ? word.endsWith(end.slice(1)) : word === end)),
    );
    return word.slice(0, -rule.plural.length) + (other?.[0] ?? rule.singular);
  }
  return word;
}

/** Words in -s of running text that are no plurals, or whose plural is their name; the endings of others. */
const NO_PLURAL: ReadonlySet<string> = new Set(
  (
    "postgres rails windows jenkins always glasses sunglasses headphones thanks sales alps wales tennis billiards " +
    "himalayas kubernetes macos https kudos herpes lives leaves trans vegas dallas hercules achilles mercedes alas " +
    "besides afterwards towards"
  ).split(" "),
);
const NO_PLURAL_END = /(?:ss|us|is|ics|js|selves)$/u;

/**
 * The singular of a word of running text, which needn't be a noun: "always", "postgres" and "physics" stay as they are.
 *
 * @param word in lower case
 */
export function singularOfWord(word: string): string {
  return word.length < 4 || !word.endsWith("s") || NO_PLURAL_END.test(word) || NO_PLURAL.has(word)
    ? word
    : singular(word);
}

/** The plural of a singular noun, for display. @example plural("quiz") // "quizzes" */
function plural(word: string): string {
  if (INVARIANT.has(word)) return word;
  const rule = PLURALS.find(([end]) => word.endsWith(end));
  return rule === undefined ? word : word.slice(0, word.length - rule[0].length) + rule[1];
}

/**
 * The topic that a noun phrase names: the whole phrase. Only its head changes with number: "kinds of pasta" is "kind
 * of pasta".
 *
 * @param least whether it is about what is liked least, which is a topic of its own
 * @example topicOf("Board Games") // { key: "board game", name: "board game", plural: true }
 */
export function topicOf(phrase: string, least = false): Topic {
  const bare = fold(phrase)
    .replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f]*/gu, " ")
    .trim();
  const words = (bare === "" ? fold(phrase) : bare)
    .replace(/[*_`"“”]+/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .split(" ");
  const spoken = words.flatMap((word) => (VARIANTS.get(word) ?? word).split(" "));
  const one = singularPhrase(spoken).join(" ");
  const key = SYNONYMS.get(one) ?? one;
  const foreign =
    words.length > 1 &&
    words.some((word) => /[^\u0020-\u007e]/u.test(word)) &&
    words.every((word) => singular(word) !== word);
  const before = least ? "least favorite " : "";
  const shown = singularPhrase(words);
  return {
    key: before + key,
    name: before + (foreign ? words : shown).join(" "),
    plural: shown.join(" ") !== words.join(" "),
  };
}

/** A topic in the plural, for display. @example pluralTopic("kind of pasta") // "kinds of pasta" */
export function pluralTopic(name: string): string {
  const words = name.split(" ");
  const head = headOf(words);
  if (!/^[a-z'-]+$/u.test(words[head] ?? "")) return name;
  return words.map((word, i) => (i === head ? plural(word) : word)).join(" ");
}

/** Index of the word that carries number: the last before the first link. */
function headOf(words: readonly string[]): number {
  const link = words.findIndex((word, i) => i > 0 && LINKS.has(word));
  return (link < 0 ? words.length : link) - 1;
}

function singularPhrase(words: readonly string[]): readonly string[] {
  const head = headOf(words);
  return words.map((word, i) => (i === head ? singular(word) : word));
}
