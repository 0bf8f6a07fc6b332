import type { QueryTerm } from "../storage/ports/candidates.ts";
import { halves, type JoinedSpelling, joinedSpellings, nearSpellings } from "../text/spellings.ts";
import { onlyTerm } from "../text/analyzer.ts";
import type { Question } from "./analyse/analyse-question.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { isStopWord } from "../text/words.ts";

/** How much the question's words count as somebody else wrote them. */
export interface SpellingOptions {
  /** Weight of a word that stands joined, apart, or with other letters in the index ("e-mail", email). */
  readonly joined: number;
  /** Weight of the halves and of the near spellings (one typing error away) of a word that the index doesn't contain. */
  readonly near: number;
}

/** The words that a question may be widened by. */
export interface Vocabulary extends Pick<EmbeddingProvider, "similarWords"> {
  /** Which of some terms the caller's drawers hold, in order. */
  readonly contains: (terms: readonly string[]) => Promise<readonly boolean[]>;
  /** Number of drawers that the caller sees. */
  readonly drawers: () => Promise<number>;
}

/** Maximum number of misspelt words of a question, and of near spellings of each that are searched for. */
const MAX_WORDS = 2;
const MAX_NEAR = 4;
/** Drawers from which on only the few likeliest spellings are looked up: looking up all takes 30 ms at 100,000 drawers and 350 at a million. */
const MAX_DRAWERS = 50_000;

/**
 * The question's words as the index has them where it writes them in another way. One of `unknown` that the index doesn't hold either may be a
 * misspelt one; it is widened by what the index holds of its halves and near spellings. What a caller can't see adds nothing.
 * Cost: a look-up for each pair of words; some 50 a letter of a word that nobody knows, 3 a letter in a large index.
 * @param unknown words of the question that the model doesn't know: of words that are spelt right nobody need ask whether the index holds them
 */
async function spellTerms(
  { question, unknown }: { readonly question: Question; readonly unknown: readonly string[] },
  vocabulary: Vocabulary,
  options: SpellingOptions,
): Promise<{ readonly terms: readonly QueryTerm[]; readonly replaced: ReadonlySet<string> }> {
  const joined = joinedSpellings(question.text);
  const doubtful = unknown.flatMap((word) => {
    const term = onlyTerm(word);
    return term === null ? [] : [{ word, term }];
  });
  const own = new Set(question.terms);
  const written = [...new Set(joined.flatMap(({ of }) => of.filter((term) => own.has(term))))];
  const asked = [...joined.map(({ term }) => term), ...doubtful.map(({ term }) => term), ...written];
  const contained = await vocabulary.contains(asked);
  const absent = new Set(written.filter((_, i) => !contained[joined.length + doubtful.length + i]));
  const weights = new Map<string, number>();
  const otherwise = joined.filter(({ term }, i) => contained[i] && !own.has(term));
  for (const { term } of otherwise) weights.set(term, options.joined);
  const replacements = new Map<string, readonly string[]>(onlySpellings(otherwise, absent));
  const settled = new Set([...replacements.values()].flat());
  const misspelt = doubtful
    .filter(({ term }, i) => !contained[joined.length + i] && !settled.has(term))
    .slice(0, MAX_WORDS);
  const meanings = await meaningsOf(
    misspelt.map(({ word }) => word),
    vocabulary,
  );
  for (const [i, { term }] of misspelt.entries()) {
    const { whole, nearest } = meanings[i] as Meanings;
    for (const spelling of [...whole, ...nearest]) if (!own.has(spelling)) weights.set(spelling, options.near);
    // Halves that the index happens to hold ("com" and "apre" of "comapre") say less than the one word that is near.
    const [only] = nearest;
    if (only !== undefined && nearest.length === 1 && !own.has(only)) replacements.set(only, [term]);
  }
  return {
    /**
     * The spellings to search for. The only near spelling of a word, or the only other spelling of words that the index lacks, replaces them: it counts
     * for them in `coverage` too.
     */
    terms: [...weights].map(([term, weight]) => ({ term, weight, original: replacements.has(term) })),
    /** Terms of the question in whose place such a spelling stands. */
    replaced: new Set([...replacements.values()].flat()),
  };
}

/**
 * The spellings that stand for words of the question: those that are the only one of words that the index holds none of as they were written
 * (`lastSeenAt` where all code says `last_seen_at`), with these words.
 * @param absent terms of the question that the index doesn't hold
 */
function onlySpellings(
  spellings: readonly JoinedSpelling[],
  absent: ReadonlySet<string>,
): readonly (readonly [string, readonly string[]])[] {
  const replacements = spellings
    .map(({ term, of }) => [term, of.filter((one) => absent.has(one))] as const)
    .filter(([, words]) => words.length > 0);
  const spellingsOf = (word: string): number => replacements.filter(([, words]) => words.includes(word)).length;
  return replacements.filter(([, words]) => words.every((word) => spellingsOf(word) === 1));
}

/** Likely spellings of a word that the index doesn't contain. */
interface Meanings {
  /** Halves that the index holds both. */
  readonly whole: readonly string[];
  /** Near spellings: of the few first, and only where there is none of the many. */
  readonly nearest: readonly string[];
}

/** Spellings of all words in two calls: the halves and likeliest near spellings first, then all near spellings of words still unknown. */
async function meaningsOf(words: readonly string[], vocabulary: Vocabulary): Promise<readonly Meanings[]> {
  if (words.length === 0) return [];
  const variants = words.map((word) => ({ parts: halves(word), lists: nearSpellings(word) }));
  const asked = variants.map(({ parts, lists }) => [...parts.flat(), ...(lists[0] ?? [])]);
  const first = await containedTerms(asked, vocabulary);
  const meanings = variants.map(({ parts, lists: [few = []] }, i): Meanings => {
    const contained = first[i] as ReadonlySet<string>;
    return {
      whole: parts.filter((part) => part.every((half) => contained.has(half))).flat(),
      nearest: few.filter((spelling) => contained.has(spelling)).slice(0, MAX_NEAR),
    };
  });
  const remaining = variants.map(({ lists }, i) => (meanings[i]?.nearest.length === 0 ? lists.slice(1) : []));
  if (remaining.every((lists) => lists.length === 0) || (await vocabulary.drawers()) > MAX_DRAWERS) return meanings;
  const many = await containedTerms(
    remaining.map((lists) => lists.flat()),
    vocabulary,
  );
  return meanings.map(({ whole, nearest }, i) => {
    const contained = many[i] as ReadonlySet<string>;
    const found = (remaining[i] ?? []).find((spellings) => spellings.some((spelling) => contained.has(spelling))) ?? [];
    return {
      whole,
      nearest: nearest.length > 0 ? nearest : found.filter((one) => contained.has(one)).slice(0, MAX_NEAR),
    };
  });
}

async function containedTerms(
  lists: readonly (readonly string[])[],
  vocabulary: Vocabulary,
): Promise<readonly ReadonlySet<string>[]> {
  const terms = [...new Set(lists.flat())];
  const contained = await vocabulary.contains(terms);
  const present = new Set(terms.filter((_, i) => contained[i]));
  return lists.map((list) => new Set(list.filter((term) => present.has(term))));
}

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
  vocabulary: Vocabulary,
  options: ExpansionOptions | null,
): Promise<readonly QueryTerm[]> {
  const own: QueryTerm[] = question.terms.map((term) => ({ term, weight: 1, original: true }));
  if (options === null || question.words.length > options.maxWords) return own;
  // Asked once a word: what is near it, and with that whether the model knows it at all.
  const words = question.words.map((word) => ({ word, similar: vocabulary.similarWords(word, ASKED_PER_WORD) }));
  const unknown = words.flatMap(({ word, similar }) => (similar.length === 0 ? [word] : []));
  const { terms: spelt, replaced } = await spellTerms({ question, unknown }, vocabulary, options.spelling);
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
  const contained = await vocabulary.contains(distinct);
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
