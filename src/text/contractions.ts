import { isStopWord } from "./words.ts";

/** Of the stop words, words of their own: "who won", "vitamin D". In a question whose contractions are written out they are asked for. */
const OWN: ReadonlySet<string> = new Set(["won", "don", "d", "m", "re"]);
/** Helping verbs as names and nouns: "is Will coming", "the watering can"; "US", "IT" and "WHO" as they are written. */
export const NAMED_VERBS = new RegExp(
  String.raw`(?<=\p{Ll},?\s)(?:US|IT|WHO|Will|May|Can)\b|` +
    String.raw`(?<=\b(?:the|an?|my|our|your|his|her|their)\s(?:\p{L}+ing\s)?)(?:can|will|must)\b`,
  "gu",
);

/** What follows an apostrophe, and the words in front of it that are none without it. */
const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ca|wo|sha|ai)n['’]t\b/giu, "will not"],
  [/n['’]t\b/giu, " not"],
  [/\b(what|who|where|when|how|why)['’]?s\b(?=\s+\S)/giu, "$1 is"],
  [/(?<=\p{L})['’](?:d|ll|re|m)\b/giu, " will"],
  [/(?<=\p{L})['’]ve\b/giu, " have"],
];

/**
 * A question with its contractions written out, so that none of their halves is taken for a word.
 * @example writtenOut("what's up, who won't come?") // "what is up, who will not come?"
 */
export function writtenOut(question: string): string {
  return CONTRACTED.reduce((text, [form, full]) => text.replace(form, full), question);
}

/** Whether a folded word of a question, written out, frames it and isn't asked for. */
export function framesQuestion(foldedWord: string): boolean {
  return isStopWord(foldedWord) && !OWN.has(foldedWord);
}
