import type { ComposedProject } from "../app/opened-project.ts";
import { FUNCTION, IMPORT, needed, TEXTS } from "../model/requests/index.ts";
import { checkArguments, checkedCalls, options as optionsOf, QUEUE_CALLS } from "../app/arguments/project-calls.ts";
import { argumentsOf, bindOperations, type ProjectParts } from "../operations/operation.ts";
import { OPERATIONS, type Project } from "../operations/project.ts";
import { Lazy } from "./project-models.ts";
import type { WatchOptions } from "../app/documents/watch-project.ts";
import type { Watching } from "../ingest/watch/watch-sources.ts";

/** The arguments of the calls that are in no table of operations. */
const CALLS = {
  importMemPalace: { palace: IMPORT.palace, options: { scope: needed(IMPORT.scope) } },
  watch: { options: optionsOf<WatchOptions>({ keys: TEXTS, onJob: FUNCTION, onState: FUNCTION, onFault: FUNCTION }) },
};

/** A project's public face over its opened parts. Each command's code is loaded when it is first called: a search pays for a search. */
export function createProject(opened: ComposedProject): Project {
  const watches = new Set<Watching>();
  const runs = new RunningWork();
  const queue = new Lazy(async () => {
    const { createJobQueue } = await import("../app/jobs/job-queue.ts");
    return checkedCalls(createJobQueue(opened), QUEUE_CALLS);
  });
  const chats = new Lazy(async () => (await import("../app/chats/live-chats.ts")).openLiveChats(opened));
  const parts = partsOf(opened, chats.get, runs);
  const project: Project = {
    ...bindOperations(OPERATIONS, parts),
    name: opened.name,
    sign: opened.sign,
    importMemPalace: async (path, { scope }) => {
      const { readMemPalace } = await import("../storage/sqlite/mempalace/read-mempalace.ts");
      const { importDrawers } = await import("../app/palace/manual-drawers.ts");
      return await importDrawers(opened, readMemPalace(path), scope);
    },
    async *askStream(question, options) {
      checkArguments(argumentsOf(OPERATIONS.ask), [question, options]);
      yield* (await import("../app/ask/ask.ts")).askStream(await parts.asking(), question, options);
    },
    async watch(options) {
      const { watchProject } = await import("../app/documents/watch-project.ts");
      const watching = await watchProject(opened, options);
      watches.add(watching);
      return watching;
    },
    queue: queue.get,
    async close() {
      await (await queue.opened)?.pause();
      for (const watching of watches) await watching.close();
      watches.clear();
      await runs.close();
      await (await chats.opened)?.settled();
      await opened.close();
    },
  };
  return checkedCalls(project, CALLS);
}

function partsOf(opened: ComposedProject, chats: ProjectParts["chats"], runs: RunningWork): ProjectParts {
  const searching = new Lazy(async () => (await import("../app/search/search-project.ts")).projectSearch(opened));
  const adding = new Lazy(async () => (await import("../app/palace/add-drawer.ts")).drawerAdder(opened));
  const revisions = new Lazy(async () => (await import("../app/project-revision.ts")).projectRevisions(opened, chats));
  const search: ProjectParts["search"] = async (query, options) => await (await searching.get())(query, options);
  return {
    ...opened,
    search,
    chats,
    adder: adding.get,
    opening: drawerReading(opened),
    asking: async () => ({ project: opened, chats: await chats(), search }),
    revision: async (caller) => await (await revisions.get())(caller),
    run: (signal, work) => runs.run(signal, work),
  };
}

/** Opens drawers with their texts as the files hold them now. */
function drawerReading(opened: ComposedProject): ProjectParts["opening"] {
  const { catalog, indexHandle, folder } = opened;
  return async (work) =>
    await indexHandle.use(async (index) => {
      // Files are read where they changed only: what reads them is loaded then.
      const reads = async () => {
        const { parse, transcripts } = await opened.reading();
        return { parse, transcripts, sessions: folder.sessions };
      };
      const { currentText, sourceText } = await import("../app/expand/current-text.ts");
      return await work({
        index,
        texts: async (source, document) => await currentText(source, document, reads),
        wholeText: async (source, document) => await sourceText(source, document, await reads()),
        sources: await catalog.sources.list(),
        modelIdentity: await index.modelIdentity(),
        names: async (visible) => (await opened.palace(index, visible)).names,
        pinned: async (visible) =>
          await (await import("../app/palace/manual-drawers.ts")).pinnedDrawers(opened, index, visible),
        timer: opened.system.timer,
      });
    });
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
