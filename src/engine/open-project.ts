import type { Settings } from "../config/settings.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import { recoverJobs } from "../ingest/recover-jobs.ts";
import { sourceKey } from "../ingest/source-key.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/hit.ts";
import type { SourceKind } from "../model/source.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { EmbeddingCache } from "../storage/ports/embedding-cache.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import { type Restored, restoreRecord, saveRecord } from "./catalog-record/keep-record.ts";
import type { SourceDefinition } from "./catalog-record/record.ts";
import { recordFile } from "./catalog-record/record-file.ts";
import { recordedCatalog } from "./catalog-record/recorded-catalog.ts";
import { DraftingThread } from "./drafting/drafting-thread.ts";
import type { Engines } from "./engines.ts";
import { indexFileState } from "./index-file-state.ts";
import { IndexKeeper } from "./index-keeper.ts";
import { type BackgroundRunner, backgroundRunner } from "./jobs/run-sources.ts";
import { type LazyFacts, lazyFacts } from "./lazy-facts.ts";
import { type PalaceViews, palaceViews } from "./palace/palace-views.ts";
import { openMendedCache } from "./mended-cache.ts";
import { moved, portableCatalog } from "./portable-catalog.ts";
import { makePrivateFile, makeProjectFolder, type ProjectFolder, projectFolder } from "./project-folder.ts";
import { projectOrigin } from "./project-origin.ts";
import { readingLimits } from "./reading-limits.ts";
import { recordedIndex, recordedSequence } from "./recorded-index.ts";
import type { ReadingParts } from "./reading-parts.ts";
import { requireSameModel } from "./require-same-model.ts";
import type { System } from "./system.ts";
import { underLease } from "./under-lease.ts";

/** What a project is opened with. */
export interface OpenProjectOptions {
  /** Absolute. */
  readonly home: string;
  /** A checked name; see `parseProjectName`. */
  readonly name: string;
  readonly settings: Settings;
  readonly engines: Engines;
  readonly system: System;
  /** See `IngestDependencies`. */
  readonly batch: IngestDependencies["batch"];
  /** Where runs of the background go on: here, or in a process that gives way to this one. */
  readonly background: "here" | "process";
}

/** A project with its parts, put together. */
export interface OpenedProject {
  readonly name: string;
  readonly home: string;
  readonly folder: ProjectFolder;
  readonly settings: Settings;
  readonly system: System;
  readonly catalog: Catalog;
  /** The key of a source at a root; what stands in the project's own folder keeps its key wherever the folder goes. */
  readonly keyOf: (kind: SourceKind, root: string) => string;
  readonly keeper: IndexKeeper;
  /** The palace as callers see it. */
  readonly palace: PalaceViews;
  /** Opened when first used. */
  readonly facts: LazyFacts;
  /** Opened when it is first asked for. @throws LociError `MODEL_UNAVAILABLE` */
  readonly provider: () => Promise<EmbeddingProvider | null>;
  /** What reads files; loaded when it is first asked for. */
  readonly reading: () => Promise<ReadingParts>;
  /** For runs over many texts. */
  readonly thread: DraftingThread;
  /**
   * What ingest works with, on this index.
   *
   * @throws LociError `MODEL_MISMATCH` when the index holds another model's vectors
   */
  readonly ingest: (index: SearchIndex) => Promise<IngestDependencies>;
  /** Runs sources while others are answered. */
  readonly background: BackgroundRunner;
  readonly close: () => Promise<void>;
}

/** How long a process waits for another one that makes the index anew. */
const REBUILD_PATIENCE_MS = 60 * 60_000;

/**
 * Opens a project: makes its folder where it isn't there, opens the catalog, marks runs that were interrupted. Index, cache and
 * model are opened when they are first needed.
 *
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT`
 * Cost: about 5 ms.
 */
export async function openProject(options: OpenProjectOptions): Promise<OpenedProject> {
  const { home, name, settings, engines, system, batch } = options;
  const folder = projectFolder(home, name);
  makeProjectFolder(folder);
  makePrivateFile(folder.catalog);
  const origin = projectOrigin(folder);
  const stored = await engines.openCatalog(folder.catalog);
  const record = { catalog: stored, file: recordFile(folder.record), system };
  const catalog = portableCatalog(recordedCatalog(stored, () => saveRecord(record)), origin, folder.root);
  let restored: Restored | null;
  try {
    restored = await restoreRecord({ ...record, born: () => bornIn(folder, origin, engines, system) });
    await recoverJobs(catalog, system.lease);
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
  let provider: Promise<EmbeddingProvider | null> | null = null;
  let cache: Promise<EmbeddingCache> | null = null;
  let reading: Promise<ReadingParts> | null = null;
  const thread = new DraftingThread({ hallKeywords: settings.palace.hall_keywords, limits: readingLimits(settings) });
  const openReading = (): Promise<ReadingParts> =>
    (reading ??= import("./reading-parts.ts").then(({ openReadingParts }) => openReadingParts(settings, thread, home, system.userHome)));
  const openProvider = (): Promise<EmbeddingProvider | null> => (provider ??= engines.openProvider(settings));
  const openCache = (): Promise<EmbeddingCache> =>
    (cache ??= openMendedCache({ path: folder.embeddings, open: (path) => openPrivate(path, engines.openCache), onLoss: (detail) => keeper.note(cacheRemade(detail)) }).catch((thrown: unknown) => {
      // Nothing to close, and the next run tries again.
      cache = null;
      throw thrown;
    }));

  const ingest = async (index: SearchIndex): Promise<IngestDependencies> => {
    const model = await openProvider();
    if (model !== null) await requireSameModel(index, model);
    const { close: _close, ...parts } = await openReading();
    return { ...parts, catalog, index, provider: model, cache: await openCache(), lease: system.lease, clock: system.clock, timer: system.timer, newId: system.newId, batch };
  };

  const facts = lazyFacts(async () => (await import("./open-facts.ts")).openFacts({ folder, engines, system }));

  const keeper = new IndexKeeper({
    path: folder.index,
    open: async (path) => recordedIndex(await openPrivate(path, engines.openIndex), catalog),
    committed: () => recordedSequence(catalog),
    expectsContent: async () => (await catalog.sources.list()).some(({ documents, lastRun }) => (documents === undefined ? lastRun !== null : documents > 0)),
    exclusively: (work) => underLease({ catalog, system }, "index-file", work, REBUILD_PATIENCE_MS),
    async fill(index) {
      const sources = await catalog.sources.list();
      if (sources.length === 0) return;
      const { indexSources } = await import("../ingest/index-sources.ts");
      await indexSources(await ingest(index), { kind: "rebuild", sources });
    },
  });

  if (restored !== null) keeper.note(catalogRestored(restored));

  const background = backgroundRunner({ keeper, ingest }, { home, project: name, settings, batch }, options.background);

  return {
    name,
    home,
    folder,
    settings,
    system,
    catalog,
    keyOf: (kind, root) => sourceKey(kind, moved(root, folder.root, origin)),
    keeper,
    palace: palaceViews(catalog.palace),
    facts,
    provider: openProvider,
    reading: openReading,
    thread,
    ingest,
    background,
    async close() {
      await background.close();
      await facts.close();
      await keeper.close();
      await (await reading)?.close();
      await thread.close();
      await (await cache)?.close();
      await catalog.close();
    },
  };
}

function catalogRestored({ from, sources }: Restored): Note {
  const many = `${sources} ${sources === 1 ? "source" : "sources"}`;
  return from === "record"
    ? { code: "CATALOG_RESTORED", message: `the catalog was lost, or an older one put back: ${many} and the corrections of the palace were taken from catalog.json; jobs and accesses are not known any more`, hint: "run 'loci index': it reads the sources again and embeds nothing anew" }
    : { code: "CATALOG_RESTORED", message: `the catalog was lost: ${many} that files in the project's folder tell of were taken back; where nothing said who may see one, only you do`, hint: "run 'loci index', look at 'loci sources', and index other folders again: loci index FOLDER --scope kb" };
}

/** What files tell, with what an index that is still there knows of them. */
async function bornIn(folder: ProjectFolder, origin: string, engines: Engines, system: System): Promise<readonly SourceDefinition[]> {
  // Loaded when a catalog was lost: it needs of Node what an older one doesn't have, and `openLoci` must load there to say so.
  const { bornSources } = await import("./catalog-record/born-sources.ts");
  let index: SearchIndex | null = null;
  try {
    if (indexFileState(folder.index) === "present") index = await engines.openIndex(folder.index);
    return await bornSources({ folder, origin, index, now: new Date(system.clock()).toISOString() });
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    // Whoever uses it is told what is wrong with the index.
    return await bornSources({ folder, origin, index: null, now: new Date(system.clock()).toISOString() });
  } finally {
    await index?.close();
  }
}

function cacheRemade(detail: string): Note {
  return { code: "EMBEDDINGS_REMADE", message: `${detail}; it was begun anew, so vectors are computed again where they are needed`, hint: "nothing is to be done" };
}

async function openPrivate<T>(path: string, open: (path: string) => Promise<T>): Promise<T> {
  makePrivateFile(path);
  return await open(path);
}
