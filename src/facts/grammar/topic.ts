import type { Inflection, Language } from "../languages/language.ts";
import { emojiPieces } from "./emoji-pieces.ts";
import { foldWord } from "./fold-word.ts";
import { plural, singular } from "./inflect.ts";
import { isEmoji } from "./is-emoji.ts";

/** What a list is about. */
export interface Topic {
  /** Equal for topics that are the same: number, case, spelling variants and built-in synonyms don't count; modifiers do. */
  readonly key: string;
  /** As shown: in the singular, in the spelling used. */
  readonly name: string;
  /** Whether it was said in a plural that shows; "series" doesn't, its verb does. */
  readonly plural: boolean;
}

/** Longest topic, in characters, however it is said: what a message states must be within reach of every other call. */
export const LONGEST_TOPIC = 200;

/**
 * The topic that a noun phrase names: the whole phrase. Only its head changes with number: "kinds of pasta" is "kind of
 * pasta", "women's shoes" is "women's shoe".
 *
 * @param least the words for "least favorite" when it is about those, else empty: they are a topic of their own
 * @example topicOf("Board Games", "", english) // { key: "board game", name: "board game", plural: true }
 */
export function topicOf(phrase: string, least: string, language: Language): Topic {
  const { inflection } = language;
  const words = withoutEmoji(foldWord(phrase)).replace(/\s+/gu, " ").trim().split(" ");
  const spoken = words.map((word) => Object.hasOwn(inflection.variants, word) ? (inflection.variants[word] as string) : word);
  const inSingular = singularPhrase(spoken, inflection);
  const bare = inSingular.join(" ");
  const key = Object.hasOwn(inflection.synonyms, bare) ? (inflection.synonyms[bare] as string) : bare;
  const shown = isForeign(words, inflection) ? words : singularPhrase(words, inflection);
  const before = least === "" ? "" : `${least} `;
  const isPlural = singularPhrase(words, inflection).join(" ") !== words.join(" ");
  return { key: before + key, name: before + shown.join(" "), plural: isPlural };
}

/** "hikes 🥾" are hikes: beside words emoji are decoration. Alone they are the topic. */
function withoutEmoji(phrase: string): string {
  const pieces = emojiPieces(phrase);
  const words = pieces.length === 1 ? phrase : pieces.filter((piece) => !isEmoji(piece)).join(" ");
  return /[\p{L}\p{N}]/u.test(words) ? words : phrase;
}

/** A topic in the plural, for display. @example pluralTopic("kind of pasta", english) // "kinds of pasta" */
export function pluralTopic(name: string, language: Language): string {
  const words = name.split(" ");
  const head = headOf(words, language.inflection);
  if (!/^[a-z'-]+$/u.test(words[head] ?? "")) return name;
  return words.map((word, i) => (i === head || (language.inflection.agreement && i < head) ? plural(word, language.inflection) : word)).join(" ");
}

/** Index of the word that carries number: the last before the first link. */
function headOf(words: readonly string[], inflection: Inflection): number {
  const link = words.findIndex((word, i) => i > 0 && inflection.links.includes(word));
  return (link < 0 ? words.length : link) - 1;
}

function singularPhrase(words: readonly string[], inflection: Inflection): readonly string[] {
  const head = headOf(words, inflection);
  return words.map((word, i) => (i === head || (inflection.agreement && i < head) ? singular(word, inflection) : word));
}

/** Several words, all in the plural, one of them outside of ASCII: a phrase of another language, shown as it was written. */
function isForeign(words: readonly string[], inflection: Inflection): boolean {
  if (inflection.agreement || words.length < 2) return false;
  return words.some((word) => /[^\u0020-\u007e]/u.test(word)) && words.every((word) => singular(word, inflection) !== word);
}
