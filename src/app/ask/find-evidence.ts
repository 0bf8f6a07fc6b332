import { messageRole } from "../../model/message-role.ts";
import type { Hit } from "../../model/hit.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import type { SearchResult } from "../../model/search.ts";
import { asksForQuestions, isEcho, isPlainQuestion } from "../../text/evidence.ts";

type Search = (query: string, options?: SearchOptions) => Promise<SearchResult>;

/** Searches at most: each leaves out the questions that the one before it found. */
const MAX_SEARCHES = 4;

/**
 * Searches for what a question can be answered from. That somebody asked the same before is no answer, and makes the search too sure of itself; a plain
 * question answers nothing where there is anything else.
 *
 * Cost: a search, and one more where questions were among what it found.
 */
export async function findEvidence(search: Search, question: string, options: SearchOptions): Promise<SearchResult> {
  const first = await search(question, options);
  if (asksForQuestions(question)) return first;
  const isQuestion = ({ message, text }: Hit): boolean =>
    message !== null && messageRole(message.role) === "user" && (isPlainQuestion(text) || isEcho(text, question));
  let found = first;
  const left = new Set(options.excludeIds);
  for (let searches = 1; searches < MAX_SEARCHES && found.hits.some(isQuestion); searches++) {
    for (const hit of found.hits) if (isQuestion(hit)) left.add(hit.id);
    found = await search(question, { ...options, excludeIds: [...left] });
  }
  const hits = found.hits.filter((hit) => !isQuestion(hit));
  // Where nothing else was found, the questions are shown, but don't count as answers.
  if (hits.length === 0) {
    const shown = first.hits.filter(({ text }) => !isEcho(text, question));
    return { ...first, hits: shown, weaker: shown.length, covered: false, probability: 0 };
  }
  const mattering = found.hits.slice(0, found.weaker).filter((hit) => !isQuestion(hit));
  return hits.length === found.hits.length ? found : { ...found, hits, weaker: mattering.length };
}
