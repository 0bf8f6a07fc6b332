import { quantise } from "../model/vector.ts";
import { RADII } from "../ranking/features.ts";
import type { CandidateSet, QueryTerm } from "../storage/ports/candidates.ts";
import type { SearchDependencies } from "./dependencies.ts";
import { expandTerms } from "./expand-terms.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** Candidates of both legs, and the terms that were searched for. */
export interface Found {
  readonly terms: readonly QueryTerm[];
  readonly set: CandidateSet;
}

/** Stage 2: widens the question, embeds it, and asks the index for candidates inside the boundary. */
export async function findCandidates(deps: SearchDependencies, request: PreparedSearch, watch: Stopwatch): Promise<Found> {
  const { index, settings } = deps;
  const { mode, question, visible, options } = request;
  const widening = settings.expansion && options.fusion !== "plain" ? settings.expand : null;
  const terms = mode === "semantic" ? [] : await expandTerms(question, deps.provider, index, visible, widening);
  watch.lap("expand");
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const vector = mode === "lexical" || deps.provider === null ? null : quantise(await deps.provider.embedQuery(question.text, signal));
  watch.lap("embed");
  const pool = Math.max(settings.pool, 2 * request.limit);
  const set = await index.candidates({
    visible,
    filter: request.filter,
    terms,
    phrases: question.phrases,
    excluded: question.excluded,
    files: question.files,
    vector,
    fieldWeights: settings.fieldWeights,
    radii: RADII,
    context: "messages",
    spread: options.fusion === "plain" ? [] : settings.spread,
    pool: { lexical: pool, dense: pool },
    ...signal,
  });
  watch.lap("candidates");
  // Asked for as rooms; that only pairs of wing and room could say it is the index's business.
  const removed = set.removed.map(({ by, drawers }) => ({ by: by === "places" ? "rooms" : by, drawers }));
  return { terms, set: { ...set, removed } };
}
