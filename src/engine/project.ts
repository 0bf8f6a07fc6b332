import type { AccessKind } from "../model/access.ts";
import type { Facts } from "../facts/api/facts.ts";
import type { Caller } from "../model/caller.ts";
import type { Job } from "../model/job.ts";
import type { SearchOptions, SearchResult } from "../model/search.ts";
import type { Source } from "../model/source.ts";
import { checkArgument } from "./arguments/check-argument.ts";
import { checkedCalls } from "./arguments/checked-calls.ts";
import { FACTS_CALLS } from "./arguments/facts-calls.ts";
import { PROJECT_CALLS } from "./arguments/project-calls.ts";
import { QUEUE_CALLS } from "./arguments/queue-calls.ts";
import type { Finding } from "./doctor/finding.ts";
import type { ExpandDependencies, Expanded, ExpandOptions } from "./expand/expand.ts";
import type { DrawerSource } from "./expand/source-of.ts";
import type { IndexPathsOptions, MinePathsOptions } from "./index-paths-options.ts";
import type { PipedText } from "./index-text.ts";
import { type PalaceMethods, palaceMethods } from "./palace/palace-methods.ts";
import type { OpenedProject } from "./open-project.ts";
import type { RemovedSource } from "./remove-source.ts";
import type { ProjectStatus } from "./status.ts";
import type { AddDocumentOptions, UploadedDocument } from "./add-document.ts";
import type { AddedMessage, AddMessageOptions, ChatMessage, LiveChats } from "./chats/live-chats.ts";
import { type RecordedAccess, recordAccesses } from "./record-accesses.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { WatchOptions } from "./watch-project.ts";
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
export interface Project extends PalaceMethods {
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

  /** Ranked lists and favourites: stated once, stored exactly, answered exactly. Closed with the project. */
  readonly facts: Omit<Facts, "close">;

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

  /** The same for many at once, in one write. */
  recordAccesses(accesses: readonly RecordedAccess[]): Promise<void>;

  /**
   * Keeps the sources current until the watch is closed: a saved file is searchable a second after `watch.debounce_ms`. Resolves when
   * every source is being watched; each is then brought up to date once. Closing the project closes the watch.
   *
   * @example const watching = await project.watch({ onJob: (job) => console.error(job.files.indexed) });
   */
  watch(options?: WatchOptions): Promise<Watching>;

  /**
   * Indexes a document that was handed over as bytes, and keeps it in the project under its name and scope.
   *
   * @throws as `index`, and LociError `TOO_LARGE`, `USAGE` for a name without an extension, `FORBIDDEN`
   * @example await project.addDocument({ name: "manual.pdf", bytes }, { scope: "kb" });
   */
  addDocument(document: UploadedDocument, options?: AddDocumentOptions): Promise<Job>;

  /**
   * Removes a document that was handed over, with every drawer of it. A user removes his own.
   *
   * @param key of its source: `sources[0]` of the job that `addDocument` gave
   * @throws LociError `SOURCE_NOT_FOUND`, also for a source that is no such document or not the caller's; `SOURCE_BUSY`
   */
  removeDocument(key: string, options?: { readonly caller?: Caller }): Promise<RemovedSource>;

  /**
   * Appends a message to a chat of this project and indexes it: when it has resolved, every search finds it. The same id again changes
   * nothing.
   *
   * @throws LociError `DUPLICATE` when the id stands for other words, `FORBIDDEN`, `USAGE`
   * @example const { drawers } = await project.addMessage("planning", { id: "m7", role: "user", text: "The launch is on Friday." });
   * await project.search("when is the launch?", { excludeIds: drawers });
   */
  addMessage(chat: string, message: ChatMessage, options?: AddMessageOptions): Promise<AddedMessage>;

  /** The drawers of a chat message, for `excludeIds`; none when the caller has no such message. */
  messageDrawers(chat: string, id: string, options?: { readonly caller?: Caller }): Promise<readonly string[]>;

  /** Runs in the background: jobs that wait, go on, are cancelled, retried and listened to. Closing the project pauses them. */
  queue(): Promise<JobQueue>;

  /** Ends the work with it. Closing twice is no error. */
  close(): Promise<void>;
}

/** A project's public face over its opened parts. Each command's code is loaded when it is first called: a search pays for a search. */
export function createProject(opened: OpenedProject): Project {
  const { catalog, keeper } = opened;
  let searching: Promise<Project["search"]> | null = null;
  const search: Project["search"] = async (query, options) => {
    searching ??= import("./search-project.ts").then(({ projectSearch }) => projectSearch(opened));
    return await (await searching)(query, options);
  };
  const watches = new Set<Watching>();
  let queue: Promise<JobQueue> | null = null;
  let chats: Promise<LiveChats> | null = null;
  const liveChats = (): Promise<LiveChats> => (chats ??= import("./chats/live-chats.ts").then(({ openLiveChats }) => openLiveChats(opened)));
  const reading = async <T>(work: (deps: ExpandDependencies) => Promise<T>): Promise<T> =>
    await keeper.use(async (index) => {
      const { parse, transcripts } = await opened.reading();
      return await work({ index, parse, transcripts, sources: await catalog.sources.list(), modelIdentity: await index.modelIdentity(), names: async (visible) => (await opened.palace(index, visible)).names });
    });
  const project: Project = {
    ...palaceMethods(opened, search),
    name: opened.name,
    facts: checkedCalls(opened.facts, FACTS_CALLS),
    index: async (paths, options) => await (await import("./index-paths.ts")).indexPaths(opened, paths, options),
    indexText: async (text, options) => await (await import("./index-text.ts")).indexText(opened, text, options),
    mine: async (paths, options) => await (await import("./mine-paths.ts")).minePaths(opened, paths, options),
    search,
    async *searchBatch(queries, options = {}) {
      checkArgument("queries", queries, "iterable", "QUERY_INVALID");
      for await (const one of queries) {
        if (typeof one !== "string") checkArgument("query", one, { fields: {} }, "QUERY_INVALID");
        const { query, ...own } = typeof one === "string" ? { query: one } : one;
        yield await checked.search(query, { ...options, ...own });
      }
    },
    expand: async (ids, options) => {
      const { expand } = await import("./expand/expand.ts");
      return await reading((deps) => expand(deps, ids, options));
    },
    source: async (id, { caller = "owner" } = {}) => {
      const { sourceOf } = await import("./expand/source-of.ts");
      return await reading((deps) => sourceOf(deps, id, caller));
    },
    status: async ({ caller = "owner" } = {}) => await (await import("./status.ts")).projectStatus(opened, caller),
    sources: () => catalog.sources.list(),
    removeSource: async (named) => await (await import("./remove-source.ts")).removeSource(opened, named),
    jobs: ({ limit = 20 } = {}) => catalog.jobs.list(limit),
    job: (id) => catalog.jobs.get(id),
    rebuild: async (options) => await (await import("./rebuild.ts")).rebuild(opened, options),
    doctor: async (options) => await (await import("./doctor/doctor.ts")).doctor(opened, options),
    async watch(options) {
      const { watchProject } = await import("./watch-project.ts");
      const watching = await watchProject(opened, options);
      watches.add(watching);
      return watching;
    },
    addDocument: async (document, options = {}) => await (await import("./add-document.ts")).addDocument(opened, document, options),
    removeDocument: async (key, options) => await (await import("./remove-document.ts")).removeDocument(opened, key, options),
    addMessage: async (chat, message, options) => await (await liveChats()).add(chat, message, options),
    messageDrawers: async (chat, id, options) => await (await liveChats()).drawersOf(chat, id, options),
    queue: () => (queue ??= import("./jobs/job-queue.ts").then(({ createJobQueue }) => checkedCalls(createJobQueue(opened), QUEUE_CALLS))),
    recordAccess: async (kind, ids, about = {}) => await recordAccesses(opened, [{ kind, ids, ...about }]),
    recordAccesses: async (accesses) => await recordAccesses(opened, accesses),
    async close() {
      await (await queue)?.pause();
      for (const watching of watches) await watching.close();
      watches.clear();
      await opened.close();
    },
  };
  const checked = checkedCalls(project, PROJECT_CALLS);
  return checked;
}
