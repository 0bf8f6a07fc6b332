import { quantise } from "../model/vector.ts";
import { RADII } from "../ranking/features.ts";
import type { CandidateQuery, CandidateSet, QueryTerm } from "../storage/ports/candidates.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import type { SearchDependencies, Stopwatch } from "./dependencies.ts";
import { expandTerms, ownTerms } from "./expand-terms.ts";
import type { PreparedSearch } from "./prepare.ts";

/** Maximum size of the pool: thousands of copies of one text would all have to be read to be told apart. */
const MAX_POOLED = 1_000;
/** Growth factor of the pool when it yields fewer results than requested. */
const GROWTH = 4;
/** Maximum average number of drawers a message by which the pool grows; more costs more than it finds (evals/ranking.md). */
const MAX_PARTS = 2;

/** Candidates by meaning beside those by words: this share of the pool; at least twice the limit is taken. */
const MEANING_SHARE = 1 / 6;
/** Share of a neighbour's BM25 when candidates are chosen, by distance. */
const SPREAD = [0.4, 0.15];
const FIELD_WEIGHTS = { heading: 1, content: 1, breadcrumb: 1 };

export interface Found {
  readonly terms: readonly QueryTerm[];
  readonly set: CandidateSet;
  readonly query: CandidateQuery;
}

/** Stage 2: widens the question, embeds it, and asks the index for candidates inside the boundary. */
export async function findCandidates(
  deps: SearchDependencies,
  request: PreparedSearch,
  watch: Stopwatch,
): Promise<Found> {
  const { index, settings } = deps;
  const { mode, fusion, question, visible, options } = request;
  const widens = settings.expansion && fusion !== "plain";
  const vocabulary = {
    similarWords: (word: string, count: number) => deps.lexicon?.similarWords(word, count) ?? [],
    contains: (terms: readonly string[]) => index.contains(terms, visible),
    drawers: () => index.drawers(visible),
  };
  const ask = async () => (widens ? await expandTerms(question, vocabulary) : ownTerms(question));
  const terms = mode === "semantic" ? [] : await ask();
  await watch.lap("expand");
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const vector =
    mode === "lexical" || deps.provider === null
      ? null
      : quantise(await deps.provider.embedQuery(question.text, signal));
  await watch.lap("embed");
  // Where messages are several drawers each, as many more are looked at, so that a few long messages don't take all places.
  const parts = Math.min(MAX_PARTS, await index.messageParts(visible));
  const byWords = Math.round(settings.pool * parts);
  // Where both retrievers count alike, or there are no words, as many.
  const few = terms.length > 0 && fusion === "learned";
  const query: CandidateQuery = {
    visible,
    filter: request.filter,
    terms,
    phrases: question.phrases,
    excluded: question.excluded,
    files: question.files,
    vector,
    fieldWeights: FIELD_WEIGHTS,
    radii: RADII,
    context: "messages",
    spread: fusion === "plain" ? [] : SPREAD,
    pool: { lexical: byWords, dense: few ? Math.ceil(settings.pool * MEANING_SHARE * parts * parts) : byWords },
    ...signal,
  };
  const set = await candidates(index, query);
  await watch.lap("candidates");
  return { terms, set, query };
}

/** The same question with larger pools; null where there are no more candidates, or enough of them. */
export async function findMore(index: IndexReader, { terms, set, query }: Found, limit: number): Promise<Found | null> {
  const { lexical, dense } = query.pool;
  // A retriever that has more fills its pool.
  const least = query.vector === null ? lexical : Math.min(lexical, dense);
  if (set.candidates.length < least || lexical >= MAX_POOLED) return null;
  const growth = Math.max(GROWTH, (2 * limit) / lexical);
  const wider = { ...query, pool: { lexical: Math.ceil(growth * lexical), dense: Math.ceil(growth * dense) } };
  const more = await candidates(index, wider);
  return more.candidates.length === set.candidates.length ? null : { terms, set: more, query: wider };
}

async function candidates(index: IndexReader, query: CandidateQuery): Promise<CandidateSet> {
  const set = await index.candidates(query);
  // Asked for as rooms; that only pairs of wing and room could say it is the index's business.
  return { ...set, removed: set.removed.map(({ by, drawers }) => ({ by: by === "places" ? "rooms" : by, drawers })) };
}
