import type { VisibleScopes } from "../model/caller.ts";
import type { DrawerFilter } from "../model/filter.ts";
import type { Note } from "../model/hit.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import { assembleHit } from "./assemble.ts";
import type { SourceName } from "./resolve-filter.ts";
import type { SearchDependencies } from "./search.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** What is left of a search whose question holds nothing to search for. */
interface RecentRequest {
  readonly deps: SearchDependencies;
  readonly query: string;
  readonly options: SearchOptions;
  readonly filter: DrawerFilter;
  readonly visible: VisibleScopes;
  readonly limit: number;
  readonly notes: readonly Note[];
  readonly sourceByKey: ReadonlyMap<string, SourceName>;
  readonly watch: Stopwatch;
}

/** The newest drawers, for a question of stop words or punctuation only; the answer says that it is that. */
export async function searchRecent(request: RecentRequest): Promise<SearchResult | null> {
  const { deps, options, filter, visible, limit, watch } = request;
  const ids = await deps.index.recent(visible, filter, limit);
  const stored = await deps.index.get(ids, visible);
  if (stored.length < ids.length) return null;
  watch.lap("recent");
  const hits = stored.map((one) =>
    assembleHit({
      stored: one,
      ranked: null,
      score: 0,
      parts: {},
      duplicates: 0,
      neighbours: { before: one.before, after: one.after },
      sources: request.sourceByKey,
      queryTerms: new Set(),
      modelIdentity: null,
      explain: options.explain === true,
    }),
  );
  watch.lap("assemble");
  return {
    query: request.query,
    mode: "lexical",
    modelIdentity: null,
    covered: false,
    probability: 0,
    hits,
    filters: { ...filter },
    timings: watch.timings(),
    notes: [
      ...request.notes,
      { code: "QUERY_STOP_WORDS_ONLY", message: "the question holds only common words, so the most recent drawers are shown", hint: "ask with a name, a thing or an action" },
    ],
  };
}
