import FRAMING_WORDS from "./framing-words.json" with { type: "json" };
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
export const writtenOut = (question: string): string =>
  CONTRACTED.reduce((text, [form, full]) => text.replace(form, full), question);

/** Whether a folded word of a question, written out, frames it and isn't asked for. */
export const framesQuestion = (foldedWord: string): boolean => isStopWord(foldedWord) && !OWN.has(foldedWord);

/** Words of courtesy, of remembering and of asking to be told, which name nothing. */
const FRAMING: ReadonlySet<string> = new Set(FRAMING_WORDS);
/** Words that ask, as an expression. */
export const ASKS = "(?:wh(?:at|ich|om?|ose|en|ere|y)|how)";
const ASKING = new RegExp(String.raw`^${ASKS}(?:['’]\p{L}+)?$`, "iu");
const HELPING = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|should)(?:n['’]t)?$/iu;
const OWNED = /^(?:the|my|our|your|his|her|their)$/iu;
const REQUEST = /\b(?:me|us|i|we|you)\b/iu;
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;
/** What may follow a question in its own sentence. */
const TAIL = new RegExp(
  String.raw`(?:(?<![,\s])[,\s]+(?:again|please|exactly|actually|anyway|though|by the way|btw|once more` +
    String.raw`|(?:if|do) you (?:still )?(?:know|remember|recall)|thanks|thank you)){1,3}(?=[\s?.!]*$)`,
  "iu",
);
const SENTENCE_END = /(?<![.!?…)])[.!?…)]+\s+(?=\S)/gu;
/** What only stresses the word that asks. */
const STRESS = new RegExp(String.raw`(?<=\b${ASKS} )(?:exactly|actually|really|again|on earth|precisely) `, "giu");
/** Words in front of what is asked that are looked at. */
const MOST = 16;

const isFraming = (word: string): boolean => FRAMING.has(word.toLowerCase().replaceAll("’", "'"));

/**
 * What a question asks, without what frames it: greetings, thanks, "do you remember", "remind me". Only words that name nothing are left out, so that
 * what is said before a question ("at the fair: who …") stays part of it. Pure; linear.
 * @example bareQuestion("Hey, quick question: do you still know what the door code was? Thanks!") // "what the door code was?"
 */
export function bareQuestion(asked: string): string {
  const text = asked.slice(beginOf(asked));
  let end = text.length;
  for (const { index, 0: mark } of [...text.matchAll(SENTENCE_END)].reverse()) {
    const said = text.slice(index + mark.length, end).match(WORD) ?? [];
    if (!said.every(isFraming)) break;
    end = index + mark.trimEnd().length;
  }
  return text.slice(0, end).replace(TAIL, "").replace(STRESS, "");
}

/** Where what is asked begins, behind words that only frame it; 0 where others stand there. */
function beginOf(text: string): number {
  let begin = 0;
  let seen = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const before = text.slice(0, index);
    if (ASKING.test(word)) return index;
    if (HELPING.test(word) && /[,:;.!?…–—-]\s*$/u.test(before)) begin = index;
    if (OWNED.test(word) && REQUEST.test(before)) return index;
    if (!isFraming(word) || ++seen > MOST) break;
  }
  return begin;
}
