import { stem } from "../../text/stem.ts";
import { ONES, TENS } from "../../english/numerals.ts";
import { BASE_VERBS, IRREGULAR_PASTS } from "../halls/lexicon.ts";
import WORDS from "./plain-words.json" with { type: "json" };

/**
 * Words that name a kind of document, a part of one or a moment in a conversation, but no concept: left out of room names,
 * and no difference between two rooms ("git notes" and "git" are one). Stems are compared, here and below, so one form is enough;
 * a list leaves out what one above it has.
 */
export const GENERIC_WORDS: readonly string[] = WORDS.generic;

/** Words that name no concept where nothing else stands beside them ("First", "Next steps"): counts, comparisons, parts of minutes, kin as they are called. */
export const BARE_WORDS: readonly string[] = WORDS.bare;

/** Counts name nothing by themselves either. */
export const NUMERALS: readonly string[] = [...ONES, ...TENS, "hundred", "thousand", "million", "dozen"];

/** Words of conversations that name no concept: feelings, praise, and nouns that stand for anything. */
export const CHAT_WORDS: readonly string[] = WORDS.chat;

/**
 * Words in which an agent tells of its work on any program: they name no room by themselves, and none together. With a word that is not among
 * them they do ("review hook", "transcript renderer"). Counted among what assistants say in sessions with tools; words that a program may be
 * about (`dashboard`, `annotation`) were left out by hand. Linters, test runners and package managers are among them: they are run at the end
 * of whatever was done.
 */
export const AGENT_WORDS: readonly string[] = WORDS.agent;

/**
 * Words that stand in many texts of any kind and so name no room on their own, by how often: in 3 %, 1 %, 0.4 % of passages or more,
 * in at least three of four kinds of text (assistant chats, programmers' notes, a textbook, abstracts of papers). Counted once over
 * the freely licensed part of the sample data; words that name a subject ("database", "family") were taken out by hand.
 * Those that say nothing anyway (plain words, verbs) aren't listed. Fixed, so that a document's rooms depend on the document alone and
 * not on what was indexed before it.
 */
const { often: OFTEN, common: COMMON, known: KNOWN } = WORDS;

/** Share of passages for each class of common words, and for words that name no concept at all. */
const SHARES = { plain: 0.5, often: 0.06, common: 0.02, known: 0.007, verb: 0.01 } as const;
const PASSAGES = 100_000;

/**
 * The fixed background: how common words are in English text of any kind. It knows nothing of the project, so rooms that are
 * found with it depend on the document alone, not on what was indexed before (so a rebuilt index has the same rooms).
 */
export const ENGLISH = { passages: PASSAGES, frequency: frequencies() };

/** Gives the passages that hold a word (folded, and its stem where that is known). 0 for an unknown one. */
function frequencies(): (word: string, stemmed?: string) => number {
  const counts = new Map<string, number>();
  const mark = (list: readonly string[], share: number): void => {
    for (const word of list) counts.set(word, Math.max(counts.get(word) ?? 0, Math.round(share * PASSAGES)));
  };
  mark(KNOWN, SHARES.known);
  mark(COMMON, SHARES.common);
  mark(OFTEN, SHARES.often);
  mark(BASE_VERBS, SHARES.verb);
  mark(IRREGULAR_PASTS, SHARES.plain);
  const plain = new Set([...GENERIC_WORDS, ...CHAT_WORDS, ...NUMERALS].map(stem));
  // What says nothing says nothing in any of its forms: "keep" and "keeps".
  return (word, stemmed = stem(word)) =>
    plain.has(stemmed) ? Math.round(SHARES.plain * PASSAGES) : (counts.get(word) ?? 0);
}
