import type { VisibleScopes } from "../model/caller.ts";
import type { QueryTerm } from "../storage/ports/candidates.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import { halves, type JoinedSpelling, joinedSpellings, nearSpellings } from "../text/spellings.ts";
import { onlyTerm } from "../text/analyzer.ts";
import type { Question } from "./analyse/analyse-question.ts";

/** How much the question's words count as somebody else wrote them. */
export interface SpellingOptions {
  /** Weight of a word that stands joined, apart, or with other letters in the index ("e-mail", email). */
  readonly joined: number;
  /** Weight of the halves and of the near spellings (one typing error away) of a word that the index doesn't contain. */
  readonly near: number;
}

/** What `spellTerms` gives. */
export interface Spelt {
  /**
   * The spellings to search for. The only near spelling of a word, or the only other spelling of words that the index lacks, replaces them: it counts
   * for them in `coverage` too.
   */
  readonly terms: readonly QueryTerm[];
  /** Terms of the question in whose place such a spelling stands. */
  readonly replaced: ReadonlySet<string>;
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
export async function spellTerms(
  question: Question,
  unknown: readonly string[],
  index: IndexReader,
  visible: VisibleScopes,
  options: SpellingOptions,
): Promise<Spelt> {
  const joined = joinedSpellings(question.text);
  const doubtful = unknown.flatMap((word) => {
    const term = onlyTerm(word);
    return term === null ? [] : [{ word, term }];
  });
  const own = new Set(question.terms);
  const written = [...new Set(joined.flatMap(({ of }) => of.filter((term) => own.has(term))))];
  const asked = [...joined.map(({ term }) => term), ...doubtful.map(({ term }) => term), ...written];
  const contained = await index.contains(asked, visible);
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
    index,
    visible,
  );
  for (const [i, { term }] of misspelt.entries()) {
    const { whole, nearest } = meanings[i] as Meanings;
    for (const spelling of [...whole, ...nearest]) if (!own.has(spelling)) weights.set(spelling, options.near);
    // Halves that the index happens to hold ("com" and "apre" of "comapre") say less than the one word that is near.
    const [only] = nearest;
    if (only !== undefined && nearest.length === 1 && !own.has(only)) replacements.set(only, [term]);
  }
  return {
    terms: [...weights].map(([term, weight]) => ({ term, weight, original: replacements.has(term) })),
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
async function meaningsOf(
  words: readonly string[],
  index: IndexReader,
  visible: VisibleScopes,
): Promise<readonly Meanings[]> {
  if (words.length === 0) return [];
  const variants = words.map((word) => ({ parts: halves(word), lists: nearSpellings(word) }));
  const asked = variants.map(({ parts, lists }) => [...parts.flat(), ...(lists[0] ?? [])]);
  const first = await containedTerms(asked, index, visible);
  const meanings = variants.map(({ parts, lists: [few = []] }, i): Meanings => {
    const contained = first[i] as ReadonlySet<string>;
    return {
      whole: parts.filter((part) => part.every((half) => contained.has(half))).flat(),
      nearest: few.filter((spelling) => contained.has(spelling)).slice(0, MAX_NEAR),
    };
  });
  const remaining = variants.map(({ lists }, i) => (meanings[i]?.nearest.length === 0 ? lists.slice(1) : []));
  if (remaining.every((lists) => lists.length === 0) || (await index.drawers(visible)) > MAX_DRAWERS) return meanings;
  const many = await containedTerms(
    remaining.map((lists) => lists.flat()),
    index,
    visible,
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

/** Which terms of each list the index holds. */
async function containedTerms(
  lists: readonly (readonly string[])[],
  index: IndexReader,
  visible: VisibleScopes,
): Promise<readonly ReadonlySet<string>[]> {
  const terms = [...new Set(lists.flat())];
  const contained = await index.contains(terms, visible);
  const present = new Set(terms.filter((_, i) => contained[i]));
  return lists.map((list) => new Set(list.filter((term) => present.has(term))));
}
