import type { EmbeddingProvider } from "../embedding/port.ts";
import type { VisibleScopes } from "../model/caller.ts";
import type { QueryTerm } from "../storage/ports/candidates.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import { isStopWord } from "../text/words.ts";
import { onlyTerm } from "../text/analyzer.ts";
import type { Question } from "./analyse/analyse-question.ts";
import { type SpellingOptions, spellTerms } from "./spell-terms.ts";

/** How a question's words are widened by words of the index: those that mean something near, and other spellings. */
export interface ExpansionOptions {
  /** Words added for each word of the question, at most. */
  readonly perWord: number;
  /** Weight of an added word: this times its cosine. */
  readonly weight: number;
  /** Least cosine. */
  readonly minSimilarity: number;
  /** Questions with more content words than this are not widened: they say enough, and it hurts (see evals/). */
  readonly maxWords: number;
  readonly spelling: SpellingOptions;
}

/** Candidates asked of the model for one word, before those that the index doesn't hold are dropped. */
const ASKED_PER_WORD = 24;

/**
 * The terms to search for: the question's own with weight 1, those that this index spells in another way, then, for each of its
 * words, the nearest words of *this index's own vocabulary* with another stem. What a caller can't see adds no word.
 */
export async function expandTerms(
  question: Question,
  lexicon: Pick<EmbeddingProvider, "similarWords"> | null,
  index: IndexReader,
  visible: VisibleScopes,
  options: ExpansionOptions | null,
): Promise<readonly QueryTerm[]> {
  const own: QueryTerm[] = question.terms.map((term) => ({ term, weight: 1, original: true }));
  if (options === null || question.words.length > options.maxWords) return own;
  // Asked once a word: what is near it, and with that whether the model knows it at all.
  const words = question.words.map((word) => ({ word, similar: lexicon?.similarWords(word, ASKED_PER_WORD) ?? [] }));
  const unknown = words.flatMap(({ word, similar }) => (similar.length === 0 ? [word] : []));
  const { terms: spelt, replaced } = await spellTerms(question, unknown, index, visible, options.spelling);
  const searched = [...own.map((one) => (replaced.has(one.term) ? { ...one, original: false } : one)), ...spelt];
  if (options.weight === 0 || unknown.length === words.length) return searched;
  const known = new Set(searched.map(({ term }) => term));
  const proposals = words.map(({ similar }) => {
    const proposed: { readonly term: string; readonly similarity: number }[] = [];
    for (const { word: near, similarity } of similar) {
      if (similarity < options.minSimilarity || isStopWord(near)) continue;
      const term = onlyTerm(near);
      if (term !== null && !known.has(term)) proposed.push({ term, similarity });
    }
    return proposed;
  });
  const distinct = [...new Set(proposals.flat().map(({ term }) => term))];
  const contained = await index.contains(distinct, visible);
  const present = new Set(distinct.filter((_, i) => contained[i]));
  const weights = new Map<string, number>();
  for (const proposal of proposals) {
    const taken = new Set<string>();
    for (const { term, similarity } of proposal) {
      if (taken.size === options.perWord) break;
      if (!present.has(term) || taken.has(term)) continue;
      taken.add(term);
      weights.set(term, Math.max(weights.get(term) ?? 0, options.weight * similarity));
    }
  }
  return [...searched, ...[...weights].map(([term, weight]) => ({ term, weight, original: false }))];
}
