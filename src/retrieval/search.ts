import { identityKey } from "../embedding/identity.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { visibleScopes } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/hit.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import { quantise } from "../model/vector.ts";
import { activation } from "../ranking/activation.ts";
import { coverage } from "../ranking/coverage.ts";
import { RADII, type RankedQuestion } from "../ranking/features.ts";
import { K1 } from "../storage/ports/bm25.ts";
import type { CandidateSet, QueryTerm } from "../storage/ports/candidates.ts";
import type { SearchIndex, StoredDrawer } from "../storage/ports/search-index.ts";
import { fold } from "../text/fold.ts";
import { analyseQuestion, MAX_QUESTION_CHARACTERS, type Question } from "./analyse/analyse-question.ts";
import { assembleHit } from "./assemble.ts";
import { collapseDuplicates } from "./collapse-duplicates.ts";
import { expandTerms } from "./expand-terms.ts";
import { groupByDocument } from "./group-by-document.ts";
import { packBudget } from "./pack-budget.ts";
import { rank, type Ranked } from "./rank.ts";
import { instant, resolveFilter, type SourceName } from "./resolve-filter.ts";
import { searchRecent } from "./search-recent.ts";
import type { RecallSettings } from "./settings.ts";
import { stopwatch } from "./stopwatch.ts";

/** What a search needs from outside. */
export interface SearchDependencies {
  readonly index: SearchIndex;
  /** Null: no model is there, search runs lexically and says so. */
  readonly provider: EmbeddingProvider | null;
  readonly settings: RecallSettings;
  readonly sources: () => Promise<readonly SourceName[]>;
  /** Past accesses of drawers, for activation; newest 50 each, with the weight of their kind. */
  readonly accesses: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only rise, for timings. */
  readonly timer: () => number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;
/** Times that a search starts over when the index changed between ranking and reading. */
const MAX_ATTEMPTS = 5;

/**
 * Here is a question: which drawers, and why?
 *
 * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, and what the index throws
 * Cost: milliseconds; see bench/.
 */
export async function search(deps: SearchDependencies, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  for (let attempt = 1; ; attempt++) {
    const result = await attemptSearch(deps, query, options);
    if (result !== null) return result;
    if (attempt === MAX_ATTEMPTS) {
      throw new LociError("STORAGE_BUSY", "the index changed faster than it could be read", { hint: "try again when indexing has finished" });
    }
  }
}

// Null when a drawer went away between the ranking and the reading of its text.
async function attemptSearch(deps: SearchDependencies, query: string, options: SearchOptions): Promise<SearchResult | null> {
  const { index, settings } = deps;
  const watch = stopwatch(deps.timer);
  const notes: Note[] = [];
  const now = options.asOf !== undefined ? instant("asOf", options.asOf, deps.now()).end - 1 : options.now !== undefined ? instant("now", options.now, deps.now()).start : deps.now();
  const limit = checkedLimit(options.limit);
  const visible = visibleScopes(options.caller ?? "owner");
  const question = analyseQuestion(query, now);
  if (question.shortened) {
    notes.push({ code: "QUERY_SHORTENED", message: `only the first ${MAX_QUESTION_CHARACTERS.toLocaleString("en")} characters of the question were read`, hint: "ask a shorter question" });
  }
  const sources = await deps.sources();
  const filter = resolveFilter(options, question.filter, sources, now);
  watch.lap("analyse");
  const sourceByKey = new Map(sources.map((source) => [source.key, source]));
  if (question.empty) return searchRecent({ deps, query, options, filter, visible, limit, notes, sourceByKey, watch });

  const { provider, mode } = legs(deps, options, notes);
  const terms = mode === "semantic" ? [] : await expandTerms(question, settings.expansion ? provider : null, index, visible, settings.expand);
  watch.lap("expand");
  const vector = mode === "lexical" || provider === null ? null : quantise(await provider.embedQuery(question.text, options.signal === undefined ? {} : { signal: options.signal }));
  watch.lap("embed");
  const pool = Math.max(settings.pool, 2 * limit);
  const set = await index.candidates({
    visible,
    filter,
    terms,
    phrases: question.phrases,
    excluded: question.excluded,
    vector,
    fieldWeights: settings.fieldWeights,
    radii: RADII,
    spread: settings.spread,
    pool: { lexical: pool, dense: pool },
    ...(options.signal && { signal: options.signal }),
  });
  watch.lap("candidates");
  if (set.withoutVector > 0 && vector !== null) {
    notes.push({ code: "VECTORS_INCOMPLETE", message: `${set.withoutVector} drawers have no vector yet and are found by their words only`, hint: "run 'loci index' to compute them" });
  }
  const asked = rankedQuestion(question, set, terms);
  const fusion = options.fusion ?? settings.fusion;
  let ranked = rank(set, asked, fusion, mode);
  watch.lap("rank");
  ranked = await withActivation(deps, ranked, now);
  if (options.groupBy === "document") ranked = groupByDocument(ranked);
  const minScore = options.minScore;
  if (minScore !== undefined) ranked = ranked.filter(({ score }) => score >= minScore);
  watch.lap("activation");

  const wanted = options.budgetTokens === undefined ? limit : Math.min(MAX_LIMIT, Math.max(limit, Math.ceil(options.budgetTokens / 8)));
  const shortlist = ranked.slice(0, Math.ceil(wanted * 1.3) + 5);
  const read = await index.get(shortlist.map(({ candidate }) => candidate.id), visible);
  if (read.length < shortlist.length) return null;
  const stored = new Map(read.map((one) => [one.drawer.id, one]));
  const text = ({ candidate }: Ranked): string => (stored.get(candidate.id) as StoredDrawer).drawer.text;
  const groups = collapseDuplicates(shortlist, text).slice(0, wanted);
  const kept = options.budgetTokens === undefined ? groups : packBudget(groups, ({ item }) => text(item), options.budgetTokens);
  watch.lap("diversify");

  const gate = coverage(ranked, asked);
  const modelIdentity = provider === null ? null : identityKey(provider.identity);
  const queryTerms = new Set(terms.map(({ term }) => term));
  const hits = kept.map(({ item, duplicates }) => {
    const one = stored.get(item.candidate.id) as StoredDrawer;
    return assembleHit({
      stored: one,
      ranked: item,
      score: item.score,
      parts: item.parts,
      duplicates: duplicates.length,
      neighbours: { before: one.before, after: one.after },
      sources: sourceByKey,
      queryTerms,
      modelIdentity,
      explain: options.explain === true,
    });
  });
  watch.lap("assemble");
  return {
    query,
    mode,
    modelIdentity,
    covered: hits.length > 0 && gate >= settings.coveredThreshold,
    probability: hits.length > 0 ? gate : 0,
    hits,
    filters: shownFilters(filter, set),
    timings: watch.timings(),
    notes,
    ...(options.explain === true && {
      explanation: {
        terms: terms.map((term, i) => ({ ...term, idf: set.idf[i] as number })),
        phrases: question.phrases,
        excluded: question.excluded,
        time: question.time && { start: new Date(question.time.start).toISOString(), end: new Date(question.time.end).toISOString(), text: question.time.text },
        visible: set.visible,
        eligible: set.eligible,
        removed: set.removed,
        candidates: set.candidates.length,
        nearMisses: nearMisses(ranked, kept.length, kept.at(-1)?.item ?? null),
      },
    }),
  };
}

function checkedLimit(limit: number = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new LociError("QUERY_INVALID", `limit is ${limit}, which is not a whole number from 1 to ${MAX_LIMIT}`, { hint: "give a limit from 1 to 1000" });
}

function legs(deps: SearchDependencies, options: SearchOptions, notes: Note[]): { provider: EmbeddingProvider | null; mode: SearchResult["mode"] } {
  const asked = options.mode ?? deps.settings.mode;
  if (deps.provider !== null || asked === "lexical") return { provider: deps.provider, mode: asked };
  notes.push({ code: "MODEL_UNAVAILABLE", message: "no embedding model is there, so search ran on words only", hint: "'loci doctor' says what is missing" });
  return { provider: null, mode: "lexical" };
}

function rankedQuestion(question: Question, set: CandidateSet, terms: readonly QueryTerm[]): RankedQuestion {
  const ownIdf = terms.reduce((sum, { original }, i) => (original ? sum + (set.idf[i] as number) : sum), 0);
  return {
    mentioned: question.mentioned,
    asksWhen: question.asksWhen,
    time: question.time,
    bound: (K1 + 1) * ownIdf,
    averageLength: set.averageLength,
    fold,
  };
}

async function withActivation(deps: SearchDependencies, ranked: readonly Ranked[], now: number): Promise<readonly Ranked[]> {
  const weight = deps.settings.activationWeight;
  if (weight === 0 || ranked.length === 0) return ranked;
  const accesses = await deps.accesses(ranked.map(({ candidate }) => candidate.id));
  if (accesses.size === 0) return ranked;
  return ranked
    .map((one) => {
      const part = weight * activation(accesses.get(one.candidate.id) ?? [], now);
      return part === 0 ? one : { ...one, score: one.score + part, parts: { ...one.parts, activation: part } };
    })
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

function shownFilters(filter: object, set: CandidateSet): Readonly<Record<string, unknown>> {
  return { ...filter, visible: set.visible, eligible: set.eligible, removed: set.removed };
}

function nearMisses(ranked: readonly Ranked[], shown: number, last: Ranked | null): NonNullable<SearchResult["explanation"]>["nearMisses"] {
  if (last === null) return [];
  return ranked.slice(shown, shown + 3).map((missed) => {
    // The part in which it is furthest behind the last hit that was shown.
    const behind = Object.keys({ ...last.parts, ...missed.parts }).map((name) => ({ name, by: (last.parts[name] ?? 0) - (missed.parts[name] ?? 0) }));
    behind.sort((a, b) => b.by - a.by || (a.name < b.name ? -1 : 1));
    return { id: missed.candidate.id, score: missed.score, behind: last.score - missed.score, weakest: behind[0]?.name ?? "" };
  });
}
