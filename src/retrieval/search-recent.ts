import type { Note } from "../model/hit.ts";
import type { SearchResult } from "../model/search.ts";
import { appliedFilters } from "./applied-filters.ts";
import { assembleHit } from "./assemble.ts";
import type { SearchDependencies } from "./dependencies.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Stopwatch } from "./stopwatch.ts";

/**
 * The newest drawers that hold nothing the question excludes, for a question of stop words or punctuation only; the answer says that it is that.
 *
 * @returns null when a drawer went away between the two reads
 */
export async function searchRecent(
  deps: SearchDependencies,
  request: PreparedSearch,
  watch: Stopwatch,
): Promise<SearchResult | null> {
  const ids = await deps.index.recent(request.visible, request.filter, request.limit, request.question.excluded);
  const stored = await deps.index.get(ids, request.visible);
  if (stored.length < ids.length) return null;
  watch.lap("recent");
  const hits = stored.map((one) =>
    assembleHit({
      stored: one,
      ranked: null,
      duplicates: 0,
      sources: request.sources,
      findTerms: () => [],
      modelIdentity: null,
      kept: deps.index.capabilities.keepsDrawers,
      explain: false,
      passage: request.options.passage,
      names: request.names,
    }),
  );
  watch.lap("assemble");
  const wordless = !/[\p{L}\p{N}]/u.test(request.query);
  const note: Note = {
    code: "QUERY_STOP_WORDS_ONLY",
    message: `the question holds ${wordless ? "no words" : "nothing but common words"}, so the most recent drawers are shown`,
    hint: wordless
      ? "signs alone are not searched: ask with what they are called, or with words that stand beside them"
      : 'ask with a name, a thing or an action; words in quotes are searched as they stand: "if let"',
  };
  return {
    query: request.query,
    mode: "lexical",
    modelIdentity: null,
    covered: false,
    probability: 0,
    hits,
    filters: appliedFilters(request.asked),
    timings: watch.timings(),
    notes: [...request.notes, note],
  };
}
