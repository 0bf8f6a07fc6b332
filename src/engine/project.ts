import { createHash } from "node:crypto";
import { identityKey } from "../embedding/identity.ts";
import type { AccessKind } from "../model/access.ts";
import type { Caller } from "../model/caller.ts";
import type { Job } from "../model/job.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import type { Source } from "../model/source.ts";
import { doctor } from "./doctor/doctor.ts";
import type { Finding } from "./doctor/finding.ts";
import { expand, type ExpandDependencies, type Expanded, type ExpandOptions } from "./expand/expand.ts";
import { type DrawerSource, sourceOf } from "./expand/source-of.ts";
import { indexPaths, type IndexPathsOptions, indexText, minePaths, type MinePathsOptions, type PipedText } from "./index-paths.ts";
import type { OpenedProject } from "./open-project.ts";
import { rebuild } from "./rebuild.ts";
import { type RemovedSource, removeSource } from "./remove-source.ts";
import { projectSearch } from "./search-project.ts";
import { projectStatus, type ProjectStatus } from "./status.ts";
import { watchProject, type WatchOptions } from "./watch-project.ts";
import type { Watching } from "../ingest/watch/watch-sources.ts";

/** A question with its options, for `searchBatch`. */
export interface BatchQuery extends SearchOptions {
  readonly query: string;
}

/**
 * One project: its sources go in, its passages come out. Nothing crosses from one project into another.
 *
 * Calls may overlap, from this process and from others. Every call throws a `LociError` with a code, and nothing else; all may throw
 * `STORAGE_FAILED`, `STORAGE_BUSY` and `STORAGE_FULL`.
 */
export interface Project {
  readonly name: string;

  /**
   * Indexes files and folders and remembers them as sources; without paths, brings every source up to date. Only what changed is
   * read, only unknown text is embedded.
   *
   * @returns the finished job; `failed` when some file failed, with its name and why
   * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`
   * @example await project.index(["/home/me/notes"], { scope: "kb" });
   */
  index(paths: readonly string[], options?: IndexPathsOptions): Promise<Job>;

  /**
   * Indexes a text that is in no file, and keeps it in the project under its name.
   *
   * @throws as `index`
   */
  indexText(text: PipedText, options?: IndexPathsOptions): Promise<Job>;

  /**
   * Indexes chats of other tools: one session, one document; one message, one drawer.
   *
   * @throws as `index`
   * @example await project.mine(["chats.jsonl"], { scope: "kb", format: "jsonl" });
   */
  mine(paths: readonly string[], options?: MinePathsOptions): Promise<Job>;

  /**
   * Finds passages.
   *
   * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, `MODEL_MISMATCH`, `INDEX_FORMAT`
   * @example const { hits, covered } = await project.search("which port does staging use?");
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;

  /** Answers questions one after the other, in order. */
  searchBatch(queries: Iterable<string | BatchQuery> | AsyncIterable<string | BatchQuery>, options?: SearchOptions): AsyncIterable<SearchResult>;

  /**
   * Opens drawers: exact text, read again from the file and compared with what was indexed.
   *
   * @param ids whole ids, or beginnings that fit one drawer
   * @throws LociError `DRAWER_NOT_FOUND`
   */
  expand(ids: readonly string[], options?: ExpandOptions): Promise<Expanded>;

  /** Where a drawer comes from. @throws LociError `DRAWER_NOT_FOUND` */
  source(id: string, options?: { readonly caller?: Caller }): Promise<DrawerSource>;

  /** How the project stands. */
  status(options?: { readonly caller?: Caller }): Promise<ProjectStatus>;

  /** Its sources, sorted by key. For the owner: roots are absolute paths. */
  sources(): Promise<readonly Source[]>;

  /** Forgets a source, by key, name or root, with every drawer of it. @throws LociError `SOURCE_NOT_FOUND`, `SOURCE_BUSY` */
  removeSource(named: string): Promise<RemovedSource>;

  /** Past runs, newest first; 20 by default. */
  jobs(options?: { readonly limit?: number }): Promise<readonly Job[]>;

  /** One run; null when it isn't known. */
  job(id: string): Promise<Job | null>;

  /** Makes the index anew from the files: same drawers, same ids, same answers. @throws LociError `NOTHING_TO_INDEX` */
  rebuild(options?: Pick<IndexPathsOptions, "signal" | "onProgress">): Promise<Job>;

  /** Checks everything and changes nothing; each finding says the next step. @param options `deep`: recomputes a sample, takes seconds */
  doctor(options?: { readonly deep?: boolean }): Promise<readonly Finding[]>;

  /**
   * Records that drawers were shown, opened or cited, for activation. To be called by whoever shows them, after answering. Of the
   * question only a hash is kept.
   */
  recordAccess(kind: AccessKind, ids: readonly string[], about?: { readonly caller?: Caller; readonly query?: string }): Promise<void>;

  /**
   * Keeps the sources current until the watch is closed: a saved file is searchable a second after `watch.debounce_ms`. Resolves when
   * every source is being watched; each is then brought up to date once. Closing the project closes the watch.
   *
   * @example const watching = await project.watch({ onJob: (job) => console.error(job.files.indexed) });
   */
  watch(options?: WatchOptions): Promise<Watching>;

  /** Ends the work with it. Closing twice is no error. */
  close(): Promise<void>;
}

/** A project's public face over its opened parts. */
export function createProject(opened: OpenedProject): Project {
  const { catalog, keeper, system } = opened;
  const search = projectSearch(opened);
  const watches = new Set<Watching>();
  const reading = async <T>(work: (deps: ExpandDependencies) => Promise<T>): Promise<T> =>
    await keeper.use(async (index) => {
      const { parse, transcripts, provider } = await opened.ingest(index);
      return await work({ index, parse, transcripts, sources: await catalog.sources.list(), modelIdentity: provider === null ? null : identityKey(provider.identity) });
    });
  return {
    name: opened.name,
    index: (paths, options) => indexPaths(opened, paths, options),
    indexText: (text, options) => indexText(opened, text, options),
    mine: (paths, options) => minePaths(opened, paths, options),
    search,
    async *searchBatch(queries, options = {}) {
      for await (const one of queries) {
        const { query, ...own } = typeof one === "string" ? { query: one } : one;
        yield await search(query, { ...options, ...own });
      }
    },
    expand: (ids, options) => reading((deps) => expand(deps, ids, options)),
    source: (id, { caller = "owner" } = {}) => reading((deps) => sourceOf(deps, id, caller)),
    status: ({ caller = "owner" } = {}) => projectStatus(opened, caller),
    sources: () => catalog.sources.list(),
    removeSource: (named) => removeSource(opened, named),
    jobs: ({ limit = 20 } = {}) => catalog.jobs.list(limit),
    job: (id) => catalog.jobs.get(id),
    rebuild: (options) => rebuild(opened, options),
    doctor: (options) => doctor(opened, options),
    async watch(options) {
      const watching = await watchProject(opened, options);
      watches.add(watching);
      return watching;
    },
    async recordAccess(kind, ids, { caller = "owner", query } = {}) {
      const time = system.clock();
      const queryHash = query === undefined ? null : createHash("sha256").update(query).digest("hex").slice(0, 32);
      await catalog.accesses.record(ids.map((drawer) => ({ drawer, kind, caller, queryHash, time })));
    },
    async close() {
      for (const watching of watches) await watching.close();
      watches.clear();
      await opened.close();
    },
  };
}
