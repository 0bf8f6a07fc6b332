import type { ComposedProject } from "../app/engines.ts";
import { type Caller, visibleScopes } from "../model/caller.ts";
import { AUDIT, checkField, given, LIST_JOBS, needed } from "../model/requests/index.ts";
import { checkArguments, checkedCalls } from "../app/arguments/checked-calls.ts";
import { FACTS_CALLS } from "../app/arguments/facts-calls.ts";
import { CHATS_CALLS, PROJECT_CALLS, QUEUE_CALLS } from "../app/arguments/project-calls.ts";
import type { CurrentTexts, KeptTexts } from "../app/expand/current-text.ts";
import { readingLimits } from "../app/documents/ingest-settings.ts";
import type { ExpandDependencies } from "../app/expand/expand.ts";
import { bindOperations } from "../operations/bind-operations.ts";
import { PALACE } from "../operations/palace.ts";
import type { AddDrawer } from "../app/palace/add-drawer.ts";
import type { AskParts } from "../app/ask/answer.ts";
import type { LiveChats } from "../app/chats/live-chats.ts";
import { auditTrail } from "../app/audit.ts";
import { recordAccesses } from "../app/search/record-accesses.ts";
import type { ProjectRevision } from "../app/project-revision.ts";
import { MAX_JOBS } from "../storage/ports/catalog.ts";
import type { JobQueue } from "../app/jobs/job-queue.ts";
import type { Watching } from "../ingest/watch/watch-sources.ts";
import type { Project } from "../operations/project.ts";

/** A project's public face over its opened parts. Each command's code is loaded when it is first called: a search pays for a search. */
export function createProject(opened: ComposedProject): Project {
  const { catalog, indexHandle } = opened;
  let searching: Promise<Project["search"]> | null = null;
  const search: Project["search"] = async (query, options) => {
    searching ??= import("../app/search/search-project.ts").then(({ projectSearch }) => projectSearch(opened));
    return await (
      await searching
    )(query, options);
  };
  const watches = new Set<Watching>();
  const runs = new RunningWork();
  let queue: Promise<JobQueue> | null = null;
  let chats: Promise<LiveChats> | null = null;
  let revisions: Promise<(caller: Caller) => Promise<ProjectRevision>> | null = null;
  const liveChats = (): Promise<LiveChats> =>
    (chats ??= import("../app/chats/live-chats.ts").then(({ openLiveChats }) => openLiveChats(opened)));
  let adding: Promise<AddDrawer> | null = null;
  const adder = (): Promise<AddDrawer> =>
    (adding ??= import("../app/palace/add-drawer.ts").then(({ drawerAdder }) => drawerAdder(opened)));
  let texts: Promise<KeptTexts> | null = null;
  let checkedChats: LiveChats | null = null;
  const askParts = async (): Promise<AskParts> => ({ project: opened, chats: await liveChats(), search });
  const reading = async <T>(work: (deps: ExpandDependencies) => Promise<T>): Promise<T> =>
    await indexHandle.use(async (index) => {
      texts ??= import("../app/expand/current-text.ts").then(({ KeptTexts }) => new KeptTexts());
      // Files are read where they changed only: what reads them is loaded then.
      const reads = async () => {
        const { parse, transcripts } = await opened.reading();
        return { parse, transcripts, sessions: opened.folder.sessions };
      };
      const now: CurrentTexts = (await texts).reader(reads);
      return await work({
        index,
        texts: now,
        wholeText: async (source, document) => {
          const { sourceText } = await import("../app/expand/source-text.ts");
          return await sourceText(source, document, await reads());
        },
        placed: async ({ source, contentHash, documentType }, span) => {
          const { parsedRules } = await import("../ingest/parsed/parsed-texts.ts");
          const rules = parsedRules(documentType, readingLimits(opened.settings), opened.settings.security.redact);
          return (await opened.parsed()).lines({ source, contentHash, rules }, span);
        },
        sources: await catalog.sources.list(),
        modelIdentity: await index.modelIdentity(),
        names: async (visible) => (await opened.palace(index, visible)).names,
      });
    });
  const project: Project = {
    ...bindOperations(PALACE, { ...opened, search, chats: liveChats, adder }),
    importMemPalace: async (path, { scope }) => {
      const { readMemPalace } = await import("../storage/sqlite/mempalace/read-mempalace.ts");
      const { importDrawers } = await import("../app/palace/import-drawers.ts");
      return await importDrawers(opened, readMemPalace(path), scope);
    },
    name: opened.name,
    sign: opened.sign,
    facts: checkedCalls(opened.facts, FACTS_CALLS),
    index: (paths, options) =>
      runs.run(options?.signal, async (signal) => {
        const { indexPaths } = await import("../app/documents/index-paths.ts");
        return await indexPaths(opened, paths, { ...options, signal });
      }),
    indexText: (text, options) =>
      runs.run(options?.signal, async (signal) => {
        const { indexText } = await import("../app/documents/index-text.ts");
        return await indexText(opened, text, { ...options, signal });
      }),
    mine: (paths, options) =>
      runs.run(options?.signal, async (signal) => {
        const { minePaths } = await import("../app/documents/index-paths.ts");
        return await minePaths(opened, paths, { ...options, signal });
      }),
    search,
    async *searchBatch(queries, options = {}) {
      checkField("queries", needed(given("iterable")), queries);
      for await (const one of queries) {
        if (typeof one !== "string") checkField("query", needed(given("object")), one);
        const { query, ...own } = typeof one === "string" ? { query: one } : one;
        yield await checked.search(query, { ...options, ...own });
      }
    },
    expand: async (ids, options) => {
      const { expand } = await import("../app/expand/expand.ts");
      return await reading((deps) => expand(deps, ids, options));
    },
    source: async (id, { caller = "owner" } = {}) => {
      const { sourceOf } = await import("../app/expand/source-of.ts");
      return await reading((deps) => sourceOf(deps, id, caller));
    },
    status: async ({ caller = "owner" } = {}) => await (await import("../app/status.ts")).projectStatus(opened, caller),
    sources: async () => await (await import("../app/documents/sources-of.ts")).listedSources(opened),
    drawersBySource: async ({ caller = "owner" } = {}) =>
      await indexHandle.use(async (index) => (await index.facets(visibleScopes(caller), {})).sources),
    removeSource: async (named) =>
      await (await import("../app/documents/remove-source.ts")).removeSource(opened, named),
    jobs: async ({ limit = LIST_JOBS.limit.default, source } = {}) =>
      source === undefined
        ? await catalog.jobs.list(limit)
        : (await catalog.jobs.list(MAX_JOBS)).filter(({ sources }) => sources.includes(source)).slice(0, limit),
    spend: async (options) => await (await import("../app/spend.ts")).spend(opened, options),
    job: (id) => catalog.jobs.get(id),
    rebuild: (options) =>
      runs.run(options?.signal, async (signal) => {
        const { rebuild } = await import("../app/documents/rebuild.ts");
        return await rebuild(opened, { ...options, signal });
      }),
    inject: async (prompt, options) =>
      await (
        await import("../app/agents/inject.ts")
      ).inject({ project: opened, search, wakeUp: project.wakeUp }, prompt, options),
    sessionBrief: async (options) =>
      await (
        await import("../app/agents/inject.ts")
      ).sessionBrief({ project: opened, search, wakeUp: project.wakeUp }, options),
    recordSession: async (session) =>
      await (await import("../app/agents/record-session.ts")).recordSession(opened, session),
    move: (options) =>
      runs.run(options.signal, async (signal) => {
        const { moveProject } = await import("../app/move/move-project.ts");
        return await moveProject(opened, { ...options, signal });
      }),
    migrateModel: (options) =>
      runs.run(options.signal, async (signal) => {
        const { migrateModel } = await import("../app/move/migrate-model.ts");
        return await migrateModel(opened, { ...options, signal });
      }),
    secrets: async (options) => await (await import("../app/secrets.ts")).findSecrets(opened, options),
    doctor: async (options) => await (await import("../app/doctor/doctor.ts")).doctor(opened, options),
    async watch(options) {
      const { watchProject } = await import("../app/documents/watch-project.ts");
      const watching = await watchProject(opened, options);
      watches.add(watching);
      return watching;
    },
    addDocument: async (document, options = {}) =>
      await (await import("../app/documents/add-document.ts")).addDocument(opened, document, options),
    removeDocument: async (key, options) =>
      await (await import("../app/documents/remove-source.ts")).removeDocument(opened, key, options),
    addMessage: async (chat, message, options) =>
      await (
        await import("../app/facts/tell-message.ts")
      ).addAndTell({ project: opened, chats: await liveChats() }, chat, message, options),
    messageDrawers: async (chat, id, options) => await (await liveChats()).drawersOf(chat, id, options),
    chats: async (options) => await (await liveChats()).list(options),
    chatMessages: async (chat, options) => await (await liveChats()).messages(chat, options),
    deleteChat: async (chat, options) => await (await liveChats()).remove(chat, options),
    changes: async ({ caller = "owner" } = {}) => {
      revisions ??= import("../app/project-revision.ts").then(({ projectRevisions }) =>
        projectRevisions(opened, liveChats),
      );
      return await (
        await revisions
      )(caller);
    },
    audit: ({ limit = AUDIT.limit.default } = {}) => auditTrail(opened, limit),
    liveChats: async () => (checkedChats ??= checkedCalls(await liveChats(), CHATS_CALLS)),
    ask: async (question, options) =>
      await (await import("../app/ask/ask.ts")).ask(await askParts(), question, options),
    verify: async (answer, options) =>
      await (await import("../app/ask/verify-answer.ts")).verifyAnswer(opened, search, answer, options),
    flush: async (options) => await (await import("../app/chats/flush.ts")).flush(opened, options),
    flushStatus: async () => await (await import("../app/chats/flush.ts")).flushStatus(opened),
    retention: async (options) =>
      await (await import("../app/chats/retention.ts")).retention(opened, await liveChats(), options),
    async *askStream(question, options) {
      checkArguments(PROJECT_CALLS.ask, [question, options]);
      yield* (await import("../app/ask/ask.ts")).askStream(await askParts(), question, options);
    },
    queue: () =>
      (queue ??= import("../app/jobs/job-queue.ts").then(({ createJobQueue }) =>
        checkedCalls(createJobQueue(opened), QUEUE_CALLS),
      )),
    recordAccess: async (kind, ids, about = {}) => await recordAccesses(opened, [{ kind, ids, ...about }]),
    recordAccesses: async (accesses) => await recordAccesses(opened, accesses),
    async close() {
      await (await queue)?.pause();
      for (const watching of watches) await watching.close();
      watches.clear();
      await runs.close();
      await (await chats)?.settled();
      await opened.close();
    },
  };
  const checked = checkedCalls(project, PROJECT_CALLS);
  return checked;
}

/** Work that ends when its project is closed. */
class RunningWork {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** @param work gets a signal that aborts with `signal` and when the project is closed */
  async run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const closing = this.#closing.signal;
    const running = work(signal === undefined ? closing : AbortSignal.any([signal, closing]));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Cancels the work, and waits until it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}
