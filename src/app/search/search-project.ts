import { existsSync } from "node:fs";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import { callerOf, type Caller, searchedScopes, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/note.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import type { SearchResult } from "../../operations/answers/hits.ts";
import type { Source } from "../../model/source.ts";
import { type SearchDependencies, DEFAULT_RECALL, type RecallSettings } from "../../retrieval/dependencies.ts";
import { search } from "../../retrieval/search.ts";
import type { EmbeddingProvider } from "../../embedding/port.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { keptNoteNames } from "../palace/linked-rooms.ts";
import { searchNames } from "../palace/kept-rooms.ts";
import { requireSameModel } from "../move/project-store.ts";
import type { AccessKind } from "../../model/search.ts";
import type { Settings } from "../../config/configuration.ts";

/**
 * How much an access of each kind counts for activation: a drawer that was merely listed counts less than one that was opened or
 * cited. 0.05: more of it lowers first-time recall and gains nothing (evals/activation/report.md). Without effect while
 * `recall.activation_weight` is 0, the default.
 */
const ACCESS_WEIGHT: Readonly<Record<AccessKind, number>> = { shown: 0.05, expanded: 1, cited: 1, told: 0 };

/** How long a switch to another model takes at most, milliseconds. */
const SWITCH_MS = 100;

/** Searches a project: see `search` in retrieval. What should be known of the index is added to the notes. */
export function projectSearch(
  project: OpenedProject,
): (query: string, options?: SearchOptions) => Promise<SearchResult> {
  const { catalog, indexHandle, system } = project;
  const settings = recallSettings(project.settings);
  const names = searchNames(project);
  // Loaded with the first search whose first hit links onward.
  let linkNames: ReturnType<typeof keptNoteNames> | null = null;
  // Once an index and model: an index keeps its model for life.
  const checked = new WeakMap<SearchIndex, EmbeddingProvider>();
  const days = projectDays(project);

  const once = async (query: string, options: SearchOptions, withModel = true): Promise<SearchResult> =>
    await indexHandle.use(async (index) => {
      const provider = withModel ? await project.provider() : null;
      if (provider !== null && checked.get(index) !== provider) {
        await requireSameModel(index, provider);
        checked.set(index, provider);
      }
      const { sources, palace } = await catalog.forSearch();
      const caller = callerOf(options.caller);
      const visible = searchedScopes(options);
      const reader = index.reader();
      const deps: SearchDependencies = {
        index: reader,
        provider,
        unrelated: project.unrelated,
        lexicon: await project.lexicon(provider),
        settings,
        // Looked up only where a source is named.
        sources: async () => (namesSource(query, options) ? await knownSources(index, sources, visible) : sources),
        names: (visible, filter) => names({ index, reader, palace }, visible, filter),
        notes: async (source, visible) => {
          linkNames ??= (await import("../palace/linked-rooms.ts")).keptNoteNames();
          return await linkNames(index, source, visible);
        },
        accesses: (ids) => weighedAccesses(project, ids, caller),
        now: system.clock,
        days,
        timer: system.timer,
      };
      const result = await search(deps, query, options);
      // How runs went, and over how many sources, tells of what others may not see.
      const own = incompleteness(sources.filter(({ options: { scope } }) => isOwn(scope, caller)));
      const notes = [...(caller === "owner" ? indexHandle.takeNotes() : indexHandle.lacks()), ...own, ...result.notes];
      return notes.length === result.notes.length ? result : { ...result, notes };
    });

  return async (query, options = {}) => {
    try {
      return await once(query, options);
    } catch (thrown) {
      if (!(thrown instanceof LociError)) throw thrown;
      if (thrown.code === "MODEL_UNAVAILABLE" && options.mode !== "semantic") {
        const result = await once(query, { ...options, mode: "lexical" }, false);
        const { message, hint } = thrown;
        const note = { code: "MODEL_UNAVAILABLE", message: `${message}, so search ran on words only`, hint } as const;
        return { ...result, notes: [note, ...result.notes] };
      }
      if (thrown.code !== "MODEL_MISMATCH") throw thrown;
      // Another process is just switching to another model: index and model are two files.
      await system.lease.sleep(SWITCH_MS);
      return await once(query, options);
    }
  };
}

/** A longer question asks for no fact by its key. Characters. */
const LONGEST = 200;

/**
 * A search, with a note of what a stored fact answers to its words: that may stand in no passage. A secret is named, and not said.
 * Cost: that of a search where no fact was ever stored; else that of a question to the facts, too.
 */
export async function searchBesideFacts(
  { search, facts, folder }: Pick<OpenedProject, "facts" | "folder"> & { search: ReturnType<typeof projectSearch> },
  { query, ...options }: SearchOptions & { readonly query: string },
): Promise<SearchResult> {
  const result = await search(query, options);
  if (query.length > LONGEST || !existsSync(folder.factRecord)) return result;
  const { factsScope } = await import("../facts/ask-by-caller.ts");
  const scope = factsScope(callerOf(options.caller), "read");
  const { kind = "not_stored", text } = await facts.ask(query, { scope, asOf: options.asOf, isSearch: true });
  if (kind === "not_stored" || kind === "out_of_range" || kind === "ambiguous") return result;
  const message = `a stored fact answers it: ${text}`;
  const note = { code: "FACT_STORED", message, ...hintOf(step`all of them: ${example("facts")}`) } as const;
  return { ...result, notes: [note, ...result.notes] };
}

const namesSource = (query: string, { source, excludeChats }: SearchOptions): boolean =>
  source !== undefined || excludeChats !== undefined || /source/i.test(query);

/** The sources that exist for a caller: those that hold something for him, so that naming another one is the same error as naming none. */
export async function knownSources(
  index: SearchIndex,
  sources: readonly Source[],
  visible: VisibleScopes,
): Promise<readonly Source[]> {
  if (visible === "all") return sources;
  const { sources: counts } = await index.facets(visible, {});
  return sources.filter(({ key }) => (counts[key] ?? 0) > 0);
}

/** What a caller may learn from: the owner from everybody's accesses, others from their own. */
async function weighedAccesses(
  { catalog }: Pick<OpenedProject, "catalog">,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>> {
  const accesses = await catalog.accesses.last(ids, visibleScopes(caller) === "all" ? "all" : [caller]);
  return new Map(
    [...accesses].map(([id, list]) => [id, list.map(({ time, kind }) => ({ time, weight: ACCESS_WEIGHT[kind] }))]),
  );
}

/** Whether a source is the caller's own business: a user's bad upload is that user's note, and nobody else's. */
const isOwn = (scope: Source["options"]["scope"], caller: Caller): boolean =>
  caller === "owner" ? scope === null || !scope.startsWith("user:") : scope === caller;

function incompleteness(sources: readonly Source[]): readonly Note[] {
  const running = sources.filter(({ status, lastRun }) => status === "indexing" && lastRun === null).length;
  const incomplete = sources.filter(({ status }) => status === "incomplete");
  if (running + incomplete.length === 0) return [];
  // Another run over it leads nowhere.
  const gone = incomplete.find(({ root }) => !existsSync(root));
  const reasons = [
    ...(incomplete.length > 0
      ? [`the last run over ${incomplete.length} of ${sources.length} sources did not finish or left files out`]
      : []),
    ...(gone === undefined ? [] : [`'${gone.name}' is not at '${gone.root}' any more`]),
    ...(running > 0 ? [`${running} of ${sources.length} sources are being indexed for the first time`] : []),
  ];
  const next =
    gone !== undefined
      ? step`put it back; or ${example("index", "NEW-PLACE")}, then ${example("sources rm", gone.key)}`
      : incomplete.length > 0
        ? step`${example("index")}; what failed: ${example("sources jobs")}`
        : step`wait; how far it is: ${example("sources jobs")}`;
  return [
    { code: "INDEX_INCOMPLETE", message: `${reasons.join("; ")}, so answers may miss passages`, ...hintOf(next) },
  ];
}

/** How recall is set: the constants that evaluation chose, with what the configuration says over them. */
export const recallSettings = ({ recall }: Settings): RecallSettings => ({
  ...DEFAULT_RECALL,
  mode: recall.mode,
  fusion: recall.fusion,
  limit: recall.limit,
  expansion: recall.expansion,
  pool: recall.pool,
  activationWeight: recall.activation_weight,
  coveredThreshold: recall.covered_threshold,
});
