import type { Note } from "../model/note.ts";
import type { HitUnit } from "../model/search.ts";
import type { SearchResult } from "../operations/answers/hits.ts";
import { appliedFilters } from "./resolve-filter.ts";
import { assembleHit } from "./assemble.ts";
import type { SearchDependencies, Stopwatch } from "./dependencies.ts";
import type { PreparedSearch } from "./prepare.ts";
import { packBudget } from "./select.ts";
import type { StoredDrawer } from "../storage/ports/search-index.ts";
import type { TimeWindow } from "./analyse/time-window.ts";

/** Drawers of the time that are read for each hit shown. */
const READ_PER_HIT = 8;
const MAX_READ = 400;
/** How many hits of a question that nothing is ranked for matter, at most. */
const MOST_MATTERING = 10;

/**
 * What there is of a time, for a question that asks for nothing else ("what happened last Friday"): of each session and file of it in turn, the
 * newest first, each in its own order. What people and assistants said comes before what tools gave back. It is covered: the passages are of that time.
 * @returns "nothing" where nothing is dated so, null when a drawer went away between the two reads
 */
export async function searchTime(
  deps: SearchDependencies,
  request: PreparedSearch,
  watch: Stopwatch,
): Promise<SearchResult | "nothing" | null> {
  const { question, filter, limit } = request;
  const time = question.time as TimeWindow;
  const within = {
    ...filter,
    since: Math.max(time.start, filter.since ?? -Infinity),
    before: Math.min(time.end, filter.before ?? Infinity),
  };
  const most = Math.min(MAX_READ, READ_PER_HIT * limit);
  const ids = await deps.index.recent(request.visible, { ...within, excluded: question.excluded }, most);
  if (ids.length === 0) return "nothing";
  const stored = await deps.index.get(ids, request.visible);
  if (stored.length < ids.length) return null;
  const { budgetTokens, groupBy = "message" } = request.options;
  const ordered = inTurn(stored, groupBy);
  const chosen =
    budgetTokens === undefined
      ? ordered.slice(0, limit)
      : packBudget(ordered, ({ drawer }) => drawer.text, budgetTokens);
  const documents = new Set(chosen.map(({ document }) => JSON.stringify([document.source, document.path]))).size;
  return unranked(
    chosen,
    { request, deps, watch },
    {
      covered: true,
      several: { documents },
      filters: appliedFilters({ ...request.asked, since: within.since, before: within.before }),
      note: {
        code: "TIME_ALONE",
        message: `the question names a time and nothing else, so passages of that time are shown (${time.text})`,
        hint: "ask for something that happened then to have the passages ranked",
      },
    },
  );
}

/** One of each document in turn, in their order; what no person or assistant said behind all others. */
function inTurn(stored: readonly StoredDrawer[], unit: HitUnit): readonly StoredDrawer[] {
  const byDocument = Map.groupBy(stored, ({ document }) => JSON.stringify([document.source, document.path]));
  const place = new Map([...byDocument.keys()].map((key, i) => [key, i]));
  const ranked = [...byDocument].flatMap(([key, list]) => {
    const ordered = list.toSorted((a, b) => Number(isAside(a)) - Number(isAside(b)) || a.position - b.position);
    const messages = new Set<string>();
    const whole = ordered.filter(({ drawer: { message } }) => {
      const key = message === null || unit === "drawer" ? null : message.ids.join(" ");
      return key === null || (!messages.has(key) && messages.add(key));
    });
    return (unit === "document" ? whole.slice(0, 1) : whole).map((one, turn) => ({
      one,
      aside: isAside(one),
      turn,
      place: place.get(key) as number,
    }));
  });
  ranked.sort((a, b) => Number(a.aside) - Number(b.aside) || a.turn - b.turn || a.place - b.place);
  return ranked.map(({ one }) => one);
}

const isAside = ({ drawer: { message } }: StoredDrawer): boolean =>
  message !== null && (PROGRAM_ROLES.has(message.role) || (message.marks?.length ?? 0) > 0);

const PROGRAM_ROLES: ReadonlySet<string> = new Set(["tool_call", "tool_result", "summary", "system"]);

/** Passages that nothing was ranked for, as an answer. */
async function unranked(
  stored: readonly StoredDrawer[],
  { request, deps, watch }: { request: PreparedSearch; deps: SearchDependencies; watch: Stopwatch },
  { note, ...said }: Pick<SearchResult, "covered" | "several" | "filters"> & { readonly note: Note },
): Promise<SearchResult> {
  await watch.lap("recent");
  const hits = stored.map((one) =>
    assembleHit({
      stored: one,
      ranked: null,
      judgement: null,
      duplicates: 0,
      visible: request.visible,
      sources: request.sources,
      findTerms: () => [],
      modelIdentity: null,
      kept: deps.index.capabilities.keepsDrawers,
      explain: false,
      passage: request.options.passage,
      names: request.names,
    }),
  );
  await watch.lap("assemble");
  return {
    query: request.query,
    mode: "lexical",
    modelIdentity: null,
    probability: said.covered ? 1 : 0,
    hits,
    weaker: Math.min(hits.length, MOST_MATTERING),
    timings: watch.timings(),
    notes: [...request.notes, note],
    ...said,
  };
}

/**
 * The newest drawers that hold nothing the question excludes, for a question of stop words or punctuation only; the answer says that it is that.
 * @returns null when a drawer went away between the two reads
 */
export async function searchRecent(
  deps: SearchDependencies,
  request: PreparedSearch,
  watch: Stopwatch,
): Promise<SearchResult | null> {
  const ids = await deps.index.recent(
    request.visible,
    { ...request.filter, excluded: request.question.excluded },
    request.limit,
  );
  const stored = await deps.index.get(ids, request.visible);
  if (stored.length < ids.length) return null;
  const wordless = !/[\p{L}\p{N}]/u.test(request.query);
  const note: Note = {
    code: "QUERY_STOP_WORDS_ONLY",
    message: `the question holds ${wordless ? "no words" : "nothing but common words"}${stored.length === 0 ? "" : ", so the most recent passages are shown"}`,
    hint: wordless
      ? "signs alone are not searched: ask with what they are called, or with words that stand beside them"
      : 'ask with a name, a thing or an action; words in quotes are searched as they stand: "if let"',
  };
  return unranked(stored, { request, deps, watch }, { covered: false, filters: appliedFilters(request.asked), note });
}
