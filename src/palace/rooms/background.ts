import { BASE_VERBS, IRREGULAR_PASTS } from "../halls/verbs.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { CHAT_WORDS, GENERIC_WORDS } from "./plain-words.ts";

/** How many passages hold a term elsewhere: what makes a term of a group of passages special. */
export interface TermStatistics {
  /** Passages counted. */
  readonly passages: number;
  /** Passages that hold a word (folded, not stemmed). 0 for an unknown one. */
  readonly frequency: (word: string) => number;
}

/** Share of passages for each class of `COMMON_WORDS`, and for words that name no concept at all. */
const SHARES = { plain: 0.5, often: 0.06, common: 0.02, known: 0.007, verb: 0.01 } as const;
const PASSAGES = 100_000;

/**
 * The fixed background: how common words are in English text of any kind. It knows nothing of the project, so rooms that are
 * found with it depend on the document alone, not on what was indexed before (so a rebuilt index has the same rooms).
 */
export const ENGLISH: TermStatistics = { passages: PASSAGES, frequency: frequencies() };

function frequencies(): (word: string) => number {
  const counts = new Map<string, number>();
  const mark = (list: string, share: number): void => {
    for (const word of list.split(" ")) counts.set(word, Math.max(counts.get(word) ?? 0, Math.round(share * PASSAGES)));
  };
  mark(COMMON_WORDS.known, SHARES.known);
  mark(COMMON_WORDS.common, SHARES.common);
  mark(COMMON_WORDS.often, SHARES.often);
  mark(BASE_VERBS, SHARES.verb);
  mark(IRREGULAR_PASTS, SHARES.plain);
  mark(GENERIC_WORDS, SHARES.plain);
  mark(CHAT_WORDS, SHARES.plain);
  return (word) => counts.get(word) ?? 0;
}
