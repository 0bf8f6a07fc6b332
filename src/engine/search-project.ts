import { callerOf, type Caller, type VisibleScopes, visibleScopes } from "../model/caller.ts";
import type { Note } from "../model/hit.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import type { Source } from "../model/source.ts";
import type { SearchDependencies } from "../retrieval/dependencies.ts";
import { search } from "../retrieval/search.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import { ACCESS_WEIGHT } from "./access-weight.ts";
import type { OpenedProject } from "./open-project.ts";
import { searchNames } from "./palace/search-names.ts";
import { recallSettings } from "./recall-settings.ts";
import { requireSameModel } from "./require-same-model.ts";

/** Searches a project: see `search` in retrieval. What should be known of the index is added to the notes. */
export function projectSearch(project: OpenedProject): (query: string, options?: SearchOptions) => Promise<SearchResult> {
  const { catalog, keeper, system } = project;
  const settings = recallSettings(project.settings);
  const names = searchNames(project);
  // Once an index: its identity changes only with the file.
  const checked = new WeakSet<SearchIndex>();

  return async (query, options = {}) =>
    await keeper.use(async (index) => {
      const provider = await project.provider();
      if (provider !== null && !checked.has(index)) {
        await requireSameModel(index, provider);
        checked.add(index);
      }
      const { sources, palace } = await catalog.forSearch();
      const caller = callerOf(options.caller);
      const visible = visibleScopes(caller);
      const reader = index.reader();
      const deps: SearchDependencies = {
        index: reader,
        provider,
        settings,
        sources: () => knownSources(index, sources, visible, namesSource(query, options)),
        names: (visible, filter) => names({ index, reader, palace }, visible, filter),
        accesses: (ids) => weighedAccesses(project, ids, caller),
        now: system.clock,
        timer: system.timer,
      };
      const result = await search(deps, query, options);
      // How runs went, and over how many sources, tells of what others may not see.
      if (visible !== "all") return result;
      const notes = [...keeper.takeNotes(), ...incompleteness(sources), ...result.notes];
      return notes.length === result.notes.length ? result : { ...result, notes };
    });
}

/** Whether a search names a source, as an option or in the question. */
function namesSource(query: string, { source }: SearchOptions): boolean {
  return source !== undefined || /source/i.test(query);
}

/**
 * The sources that exist for a caller: those that hold something for him, so that naming another one is the same error as naming none.
 * Only looked up where a source is named.
 */
async function knownSources(index: SearchIndex, sources: readonly Source[], visible: VisibleScopes, named: boolean): Promise<readonly Source[]> {
  if (visible === "all" || !named) return sources;
  const { sources: held } = await index.facets(visible, {});
  return sources.filter(({ key }) => (held[key] ?? 0) > 0);
}

/** What a caller may learn from: the owner from everybody's accesses, others from their own. */
async function weighedAccesses({ catalog }: OpenedProject, ids: readonly string[], caller: Caller): Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>> {
  const accesses = await catalog.accesses.last(ids, visibleScopes(caller) === "all" ? "all" : [caller]);
  return new Map([...accesses].map(([id, list]) => [id, list.map(({ time, kind }) => ({ time, weight: ACCESS_WEIGHT[kind] }))]));
}

function incompleteness(sources: readonly Source[]): readonly Note[] {
  const running = sources.filter(({ status, lastRun }) => status === "indexing" && lastRun === null).length;
  const broken = sources.filter(({ status }) => status === "incomplete").length;
  if (running + broken === 0) return [];
  const said = [
    ...(broken > 0 ? [`the last run over ${broken} of ${sources.length} sources did not finish or left files out`] : []),
    ...(running > 0 ? [`${running} of ${sources.length} sources are being indexed for the first time`] : []),
  ];
  return [{ code: "INDEX_INCOMPLETE", message: `${said.join("; ")}, so answers may miss passages`, hint: broken > 0 ? "run 'loci index'; 'loci jobs' says what failed" : "wait until 'loci status' says that it is done" }];
}
