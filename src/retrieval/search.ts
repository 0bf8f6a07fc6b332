import { identityKey } from "../embedding/identity.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/hit.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import { coverage, GATED } from "../ranking/coverage.ts";
import type { RankedQuestion } from "../ranking/features.ts";
import { fold } from "../text/fold.ts";
import { termFinder } from "../text/terms.ts";
import { appliedFilters } from "./applied-filters.ts";
import { applyActivation } from "./apply-activation.ts";
import { askedHall } from "./asked-hall.ts";
import { assembleHit } from "./assemble.ts";
import type { SearchDependencies } from "./dependencies.ts";
import { emptyFilter } from "./empty-filter.ts";
import { explain } from "./explain.ts";
import { findCandidates, findMore, type Found } from "./find-candidates.ts";
import { prepareSearch, type PreparedSearch } from "./prepare.ts";
import { rank, type Ranking } from "./rank.ts";
import { searchRecent } from "./search-recent.ts";
import { select, type Selection } from "./select.ts";
import { stopwatch, type Stopwatch } from "./stopwatch.ts";

/** Times that a search starts over when the index changed between ranking and reading. */
const MAX_ATTEMPTS = 5;

/**
 * Here is a question: which drawers, and why? The way through the stages, in order.
 *
 * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, `STORAGE_BUSY`, and what the index throws
 * Cost: milliseconds; see bench/.
 */
export async function search(deps: SearchDependencies, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await attemptSearch(deps, query, options);
    if (result !== null) return result;
  }
  throw new LociError("STORAGE_BUSY", "the index changed faster than it could be read", { hint: "try again when indexing has finished" });
}

// Null when a drawer went away between the ranking and the reading of its text.
async function attemptSearch(deps: SearchDependencies, query: string, options: SearchOptions): Promise<SearchResult | null> {
  const watch = stopwatch(deps.timer);
  const request = await prepareSearch(deps, query, options);
  watch.lap("analyse");
  if (request.question.empty) return searchRecent(deps, request, watch);
  let found = await findCandidates(deps, request, watch);
  let chosen = await choose(deps, request, found, watch);
  while (chosen !== null && leavesRoom(chosen.selection, request)) {
    const more = await findMore(deps.index, found);
    watch.lap("candidates");
    if (more === null) break;
    found = more;
    chosen = await choose(deps, request, found, watch);
  }
  if (chosen === null) return null;
  const { ranked, selection } = chosen;
  const probability = selection.shown.length === 0 ? 0 : coverage(ranked.slice(0, GATED).map((one) => one.values()));
  const modelIdentity = deps.provider === null ? null : identityKey(deps.provider.identity);
  const findTerms = termFinder(new Set(found.terms.map(({ term }) => term)));
  const hits = selection.shown.flatMap(({ item, duplicates }) => {
    const stored = selection.stored.get(item.candidate.id);
    return stored === undefined ? [] : assembleHit({ stored, ranked: item, duplicates: duplicates.length, sources: request.sources, findTerms, modelIdentity, kept: deps.index.keepsDrawers(), explain: options.explain === true, names: request.names });
  });
  watch.lap("assemble");
  return {
    query,
    mode: request.mode,
    modelIdentity,
    covered: probability >= deps.settings.coveredThreshold && hits.length > 0,
    probability,
    hits,
    filters: { ...appliedFilters(request.asked), visible: found.set.visible, eligible: found.set.eligible, removed: found.set.removed },
    timings: watch.timings(),
    notes: [...request.notes, ...emptyFilter(found.set, request.filter), ...incompleteVectors(request, found)],
    ...(options.explain === true && { explanation: explain(request, found, selection) }),
  };
}

/** Candidates in order, and what will be shown of them. */
interface Chosen {
  readonly ranked: Ranking;
  readonly selection: Selection;
}

async function choose(deps: SearchDependencies, request: PreparedSearch, found: Found, watch: Stopwatch): Promise<Chosen | null> {
  const asked = await rankedQuestion(request, found);
  const ranked = rank(found.set, asked, request.options.fusion ?? deps.settings.fusion, request.mode);
  watch.lap("rank");
  const ordered = await applyActivation(deps, ranked, request.now);
  watch.lap("activation");
  const selection = await select(deps.index, ordered, request);
  watch.lap("diversify");
  return selection === null ? null : { ranked, selection };
}

/** Whether many passages of few documents, or many copies of few texts, took the places of others that might be shown. */
function leavesRoom({ shown }: Selection, { limit, options: { budgetTokens, minScore } }: PreparedSearch): boolean {
  return shown.length < limit && budgetTokens === undefined && minScore === undefined;
}

async function rankedQuestion({ question, now }: PreparedSearch, { set }: Found): Promise<RankedQuestion> {
  return { mentioned: question.mentioned, time: question.time, now, fold, hall: await askedHall(question.text, set.candidates) };
}

function incompleteVectors({ mode }: PreparedSearch, { set }: Found): readonly Note[] {
  if (mode === "lexical" || set.withoutVector === 0) return [];
  return [{ code: "VECTORS_INCOMPLETE", message: `${set.withoutVector} drawers have no vector yet and are found by their words only`, hint: "run 'loci index' to compute them" }];
}
