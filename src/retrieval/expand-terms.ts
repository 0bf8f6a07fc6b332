import type { QueryTerm } from "../storage/ports/candidates.ts";
import { halves, type JoinedSpelling, joinedSpellings, mistyped, nearSpellings } from "../text/spellings.ts";
import { onlyTerm } from "../text/analyzer.ts";
import { stem } from "../text/stem.ts";
import type { Question } from "./analyse/analyse-question.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { fold, isStopWord } from "../text/words.ts";

/** The words that a question may be widened by. */
export interface Vocabulary extends Pick<EmbeddingProvider, "similarWords"> {
  /** Which of some terms the caller's drawers hold, in order. */
  readonly contains: (terms: readonly string[]) => Promise<readonly boolean[]>;
  /** Number of drawers that the caller sees. */
  readonly drawers: () => Promise<number>;
}

// Weights, shares and bounds were chosen on the development collections: evals/ranking.md ("Constants before ranking").
/** Weight of a word that stands joined, apart, or with other letters in the index ("e-mail", email). */
export const JOINED = 0.7;
/** Weight of the halves and of the near spellings (one typing error away) of a word that the index doesn't contain. */
export const NEAR = 0.7;
/** Words added for each word of the question, at most. */
export const PER_WORD = 5;
/** Weight of an added word: this times its cosine. */
export const SIMILAR = 0.3;
/** Least cosine. */
const LEAST_COSINE = 0.5;
/** Questions with more content words than this are not widened: they say enough, and it hurts (see evals/). */
const LONG_QUESTION = 24;
/** Maximum number of misspelt words of a question, and of near spellings of each that are searched for. */
const MAX_WORDS = 2;
const MAX_NEAR = 4;
/** Drawers from which on only the few likeliest spellings are looked up: looking up all takes 30 ms at 100,000 drawers and 350 at a million. */
const MAX_DRAWERS = 50_000;

/** From this length on a word that the index holds but for one letter is that; shorter ones are near too many. */
const LONG = 6;
/** Rank by frequency up to which a word is that likely. */
const USUAL = 15_000;
const NAME = /(?<!\p{L})\p{Lu}\p{L}*/gu;
/** An abbreviation: HSE is no misspelt "she". */
const CAPITALS = /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu;
/** Words of three letters that one of three letters may be meant for. */
const SHORTEST: ReadonlySet<string> = new Set(["the", "and", "who", "how"]);
/** Questions in English, whose words the language's list knows. */
const ENGLISH = /(?<!\p{L})(?:what|which|who|whose|when|where|why|how|did|does|do|is|are|the|of|about|with)(?!\p{L})/iu;

/**
 * A question with its misspelt words as they are written elsewhere, and which those are: of words that neither the language nor the index knows, those
 * that the index, or the language, has with two letters in their own places or with another double letter; in lower case also those that both have but
 * for one letter. A name is never taken for another that is one letter apart. Of 2,421 questions of four collections that were respelt without an
 * index, by the language alone, one letter was wrong for "backend" (backed), "cooker" (cooper) and 60 others, and not one where two were swapped.
 * Cost: none where the language knows all words; a look-up of some 20 terms for each that it doesn't.
 */
export async function respell(
  text: string,
  asked: readonly string[],
  { rank, contains }: { readonly rank: (word: string) => number | null } & Pick<Vocabulary, "contains">,
): Promise<{ readonly text: string; readonly read: readonly (readonly [written: string, read: string])[] }> {
  const short = new Set(/\p{Ll}/u.test(text) ? text.match(CAPITALS)?.map(fold) : []);
  const isDoubtful = (word: string): boolean => /^\p{L}{3,}$/u.test(word) && !short.has(word) && rank(word) === null;
  const doubtful = asked.length > LONG_QUESTION ? [] : asked.filter(isDoubtful);
  if (doubtful.length === 0) return { text, read: [] };
  const isEnglish = ENGLISH.test(text);
  const names = new Set(text.match(NAME)?.map(fold));
  const rankOf = (word: string): number => rank(word) ?? Number.POSITIVE_INFINITY;
  const usual = (spellings: readonly string[]): readonly string[] =>
    spellings.filter((one) => rankOf(one) <= USUAL).toSorted((a, b) => rankOf(a) - rankOf(b));
  const candidates = doubtful.map((word) => {
    const { swapped, doubled, without, other } = mistyped(word);
    const first = `${word.charAt(1)}${word.charAt(0)}${word.slice(2)}`;
    const [isLong, isListed] = [word.length >= LONG, isEnglish && !names.has(word)];
    const sure = isLong ? [...swapped, ...doubled] : word.length === LONG - 1 ? swapped : [];
    const [stop] = isEnglish
      ? usual([...swapped, first].filter((one) => isStopWord(one) && (one.length > 3 || SHORTEST.has(one))))
      : [];
    const [listed] = isListed ? usual(sure) : [];
    return { word, stop, sure, listed, likely: isListed && isLong ? usual([...without, ...other]) : [] };
  });
  const spellings = candidates.flatMap(({ word, sure, likely }) => [word, ...sure, ...likely]);
  const contained = await contains(spellings.map(stem));
  const held = new Set(spellings.filter((_, i) => contained[i]));
  /** Several are as likely: then none is read for the word, and all are searched for. */
  const onlyHeld = (spellings: readonly string[]): string | undefined => {
    const [one, ...others] = spellings.filter((spelling) => held.has(spelling));
    return others.every((other) => stem(other) === stem(one ?? "")) ? one : undefined;
  };
  const read = new Map(
    candidates.flatMap(({ word, stop, sure, listed, likely }) => {
      const as = held.has(word) ? undefined : (stop ?? onlyHeld(sure) ?? listed ?? onlyHeld(likely));
      return as === undefined ? [] : [[word, as] as const];
    }),
  );
  const spelt = (word: string): string => {
    const as = read.get(fold(word)) ?? word;
    return as !== word && /^\p{Lu}/u.test(word) ? `${as.charAt(0).toUpperCase()}${as.slice(1)}` : as;
  };
  return { text: text.replace(/(?<!\p{L})\p{L}+/gu, spelt), read: [...read] };
}

/**
 * The question's words as the index has them where it writes them in another way. One of `unknown` that the index doesn't hold either may be a
 * misspelt one; it is widened by what the index holds of its halves and near spellings. What a caller can't see adds nothing.
 * Cost: a look-up for each pair of words; some 50 a letter of a word that nobody knows, 3 a letter in a large index.
 * @param unknown words of the question that the model doesn't know: of words that are spelt right nobody need ask whether the index holds them
 */
async function spellTerms(
  { question, unknown }: { readonly question: Question; readonly unknown: readonly string[] },
  vocabulary: Vocabulary,
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
  for (const { term } of otherwise) weights.set(term, JOINED);
  const replacements = new Map<string, readonly string[]>(onlySpellings(otherwise, absent));
  const settled = new Set([...replacements.values()].flat());
  const misspelt = doubtful
    .filter(({ term }, i) => !contained[joined.length + i] && !settled.has(term))
    .slice(0, MAX_WORDS);
  for (const { word, term } of misspelt) {
    const { whole, nearest } = await meaningsOf(word, vocabulary);
    for (const spelling of [...whole, ...nearest]) if (!own.has(spelling)) weights.set(spelling, NEAR);
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

/** Likely spellings of a word that the index doesn't hold: its halves where it holds both, the likeliest near spellings, all others where there is none. */
async function meaningsOf(
  word: string,
  vocabulary: Vocabulary,
): Promise<{ readonly whole: readonly string[]; readonly nearest: readonly string[] }> {
  const parts = halves(word);
  const [few, many] = nearSpellings(word);
  const first = await containedTerms([...parts.flat(), ...few], vocabulary);
  const whole = parts.filter((part) => part.every((half) => first.has(half))).flat();
  let nearest = few.filter((spelling) => first.has(spelling));
  if (nearest.length === 0 && many.length > 0 && (await vocabulary.drawers()) <= MAX_DRAWERS)
    nearest = [...(await containedTerms(many, vocabulary))];
  return { whole, nearest: nearest.slice(0, MAX_NEAR) };
}

async function containedTerms(terms: readonly string[], vocabulary: Vocabulary): Promise<ReadonlySet<string>> {
  const contained = await vocabulary.contains(terms);
  return new Set(terms.filter((_, i) => contained[i]));
}

/** The question's words as they stand, with weight 1. */
export const ownTerms = ({ terms }: Question): readonly QueryTerm[] =>
  terms.map((term) => ({ term, weight: 1, original: true }));

/** Candidates asked of the model for one word, before those that the index doesn't hold are dropped. */
const ASKED_PER_WORD = 24;

/**
 * The terms to search for: the question's own with weight 1, those that this index spells in another way, then, for each of its
 * words, the nearest words of *this index's own vocabulary* with another stem. What a caller can't see adds no word.
 */
export async function expandTerms(question: Question, vocabulary: Vocabulary): Promise<readonly QueryTerm[]> {
  const own = ownTerms(question);
  if (question.words.length > LONG_QUESTION) return own;
  // Asked once a word: what is near it, and with that whether the model knows it at all.
  const words = question.words.map((word) => ({ word, similar: vocabulary.similarWords(word, ASKED_PER_WORD) }));
  const unknown = words.flatMap(({ word, similar }) => (similar.length === 0 ? [word] : []));
  const { terms: spelt, replaced } = await spellTerms({ question, unknown }, vocabulary);
  const searched = [...own.map((one) => (replaced.has(one.term) ? { ...one, original: false } : one)), ...spelt];
  if (unknown.length === words.length) return searched;
  const known = new Set(searched.map(({ term }) => term));
  const proposals = words.map(({ similar }) => {
    const proposed: { readonly term: string; readonly similarity: number }[] = [];
    for (const { word: near, similarity } of similar) {
      if (similarity < LEAST_COSINE || isStopWord(near)) continue;
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
      if (taken.size === PER_WORD) break;
      if (!present.has(term) || taken.has(term)) continue;
      taken.add(term);
      weights.set(term, Math.max(weights.get(term) ?? 0, SIMILAR * similarity));
    }
  }
  return [...searched, ...[...weights].map(([term, weight]) => ({ term, weight, original: false }))];
}
