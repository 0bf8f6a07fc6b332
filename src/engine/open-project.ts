import { fenceSigner } from "../app/fence-signer.ts";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { ForgottenTexts } from "../app/palace/forgotten-texts.ts";
import { currentName, makeIdentity } from "../app/projects/identity.ts";
import type { ReadingParts, System } from "../app/opened-project.ts";
import type { SearchDependencies } from "../retrieval/dependencies.ts";
import type { Settings } from "../config/configuration.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Unrelated } from "../model/vector.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import type { LanguageModel } from "../llm/port.ts";
import { isStale } from "../ingest/hold-lease.ts";
import type { ParsedTexts } from "../ingest/parsed/parsed-texts.ts";
import { recoverJobs } from "../ingest/recover-jobs.ts";
import { sourceKey } from "../ingest/source-key.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/hit.ts";
import type { EmbeddingCache } from "../storage/ports/embedding-cache.ts";
import type { IndexHouse } from "../storage/ports/index-house.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import { catalogRestored, type Restored, restoreRecord, saveRecord } from "../app/catalog-record/keep-record.ts";
import { type SourceDefinition, recordFile } from "../app/catalog-record/record-file.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import { catalogPlace, requireCatalogPlace } from "../app/catalog-record/catalog-place.ts";
import { catalogDamaged, openReadableCatalog } from "../app/catalog-record/readable-catalog.ts";
import { recordedCatalog } from "../app/catalog-record/recorded-catalog.ts";
import { DraftingThread } from "../workers/drafting-thread.ts";
import { movableHouse, storeOf } from "../app/move/project-store.ts";
import type { ComposedProject, Engines } from "../app/engines.ts";
import { commitMemory, unfinishedRefill } from "../app/catalog-record/catalog-mark.ts";
import { INDEX_LEASE, IndexHandle } from "../app/index-handle.ts";
import { backgroundRunner } from "../workers/background-runner.ts";
import { lazyFacts } from "../app/facts/lazy-facts.ts";
import { keptRooms } from "../app/palace/kept-rooms.ts";
import { palaceViews } from "../app/palace/palace-views.ts";
import { moved, portableCatalog } from "../app/catalog-record/portable-catalog.ts";
import { makeProjectFolder, type ProjectFolder, projectFolder, projectOrigin } from "../app/project-folder.ts";
import { readingLimits } from "../app/documents/ingest-settings.ts";
import { embeddingOf, modelStamp } from "../app/move/project-model.ts";
import { keyNames } from "../embedding/remote/wire.ts";
import { requireSameModel } from "../app/search/require-same-model.ts";
import { underLease } from "../app/exclusive.ts";

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

/** How long a process waits for another one that makes the index anew. */
const REBUILD_PATIENCE_MS = 60 * 60_000;

/**
 * Opens a project: makes its folder where it isn't there, opens the catalog, marks runs that were interrupted. Index, cache and
 * model are opened when they are first needed.
 *
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT`
 * Cost: about 5 ms.
 */
export async function openProject(options: OpenProjectOptions): Promise<ComposedProject> {
  const { home, settings, engines, system, batch } = options;
  const name = currentName(home, options.name);
  const folder = projectFolder(home, name);
  const sign = fenceSigner(home);
  makeProjectFolder(folder);
  const key = basename(folder.root);
  if (!existsSync(folder.catalog)) makeIdentity(home, key, { repositories: [] });
  const place = { project: key, folder, settings };
  const recorded = recordFile(folder.record, catalogPlace(settings.catalog.uri));
  requireCatalogPlace(folder, settings.catalog.uri, recorded);
  const { catalog: stored, damage } = await openReadableCatalog(() => engines.openCatalog(place), recorded);
  const origin = await originOf(folder, stored);
  const openHouse = async (): Promise<IndexHouse> =>
    movableHouse(folder.root, async () =>
      engines.openIndexHouse({ ...place, settings: storeOf(folder.root, settings) }, commitMemory(stored)),
    );
  const record = { catalog: stored, file: recorded, system };
  const recover = async (): Promise<readonly SourceDefinition[]> => {
    // Loaded only when a catalog was lost: it needs APIs that an older Node lacks, and `openLoci` must load there to report the old version.
    const { recoverSources } = await import("../app/catalog-record/recover-sources.ts");
    return await recoverSources({ folder, origin, house: openHouse, now: new Date(system.clock()).toISOString() });
  };
  const catalog = portableCatalog(
    recordedCatalog(stored, () => saveRecord(record)),
    origin,
    folder.root,
  );
  let restored: Restored | null = null;
  let readsOnly = stored.readsOnly === true;
  let killed = false;
  try {
    if (!readsOnly) {
      restored = await restoreRecord({ ...record, recover });
      // A process killed under a lease may have left partial files.
      killed = (await catalog.leases.list()).some((lease) => isStale(lease, system.lease));
      await recoverJobs(catalog, system.lease);
      if (killed) (await import("../files/temporary-file.ts")).sweepTemporary(folder.root);
    }
  } catch (thrown) {
    // A full disk: reading needs none of it, and whoever opens the project next does it.
    readsOnly = thrown instanceof LociError && thrown.code === "STORAGE_FULL";
    killed = false;
    if (!readsOnly) {
      await catalog.close();
      throw thrown;
    }
  }
  let provider: Promise<EmbeddingProvider | null> | null = null;
  let cache: Promise<EmbeddingCache> | null = null;
  let reading: Promise<ReadingParts> | null = null;
  const thread = new DraftingThread({ hallKeywords: settings.palace.hall_keywords, limits: readingLimits(settings) });
  let texts: Promise<ParsedTexts> | null = null;
  const parsed = (): Promise<ParsedTexts> =>
    (texts ??= import("../ingest/parsed/parsed-texts.ts").then(
      ({ ParsedTexts }) => new ParsedTexts(folder.parsed, system.clock),
    ));
  const openReading = (): Promise<ReadingParts> =>
    (reading ??= import("./reading-parts.ts").then(({ openReadingParts }) =>
      openReadingParts({ settings, thread, home, sign, userHome: system.userHome, parsed }),
    ));
  let providerStamp: string | null = null;
  const openProvider = (): Promise<EmbeddingProvider | null> => {
    // Another process may have migrated the project to another model.
    const stamp = modelStamp(folder.root);
    if (provider === null || stamp !== providerStamp) {
      providerStamp = stamp;
      const embedding = embeddingOf(folder.root, settings.embedding);
      provider = engines.openProvider({ embedding }, system.environment).catch((thrown: unknown) => {
        // A key may be set, or a service started, before the next call.
        provider = null;
        throw thrown;
      });
    }
    return provider;
  };
  let model: Promise<LanguageModel | null> | null = null;
  const languageModel = (): Promise<LanguageModel | null> =>
    (model ??= import("../app/ask/open-language-model.ts")
      .then(({ openLanguageModel }) => openLanguageModel({ settings, system, engines, catalog }))
      .catch((thrown: unknown) => {
        // A key may be set before the next call.
        model = null;
        throw thrown;
      }));
  const requireLanguageModel = async (): Promise<LanguageModel> => {
    const opened = await languageModel();
    if (opened === null) throw (await import("../app/ask/open-language-model.ts")).noLanguageModel();
    return opened;
  };
  const openCache = (): Promise<EmbeddingCache> =>
    (cache ??= engines
      .openCache(place, (detail) => indexHandle.note(cacheRemade(detail)))
      .catch((thrown: unknown) => {
        // Nothing to close, and the next run tries again.
        cache = null;
        throw thrown;
      }));

  let words: Promise<SearchDependencies["lexicon"]> | null = null;
  const lexicon = async (model: EmbeddingProvider | null): Promise<SearchDependencies["lexicon"]> => {
    if (model === null || model.capabilities.similarWords) return model;
    return await (words ??= engines.openLexicon());
  };
  const measured = new Map<EmbeddingProvider, Unrelated>();
  const unrelated = async (model: EmbeddingProvider): Promise<Unrelated> => {
    const known = model.unrelated ?? measured.get(model);
    if (known !== undefined) return known;
    const { NOT_MEASURED, unrelatedOf } = await import("../ingest/unrelated-of.ts");
    try {
      const found = await unrelatedOf(model, await openCache());
      measured.set(model, found);
      return found;
    } catch (thrown) {
      // Callers that need the model itself report the error; the next call tries again.
      if (thrown instanceof LociError && thrown.code === "MODEL_UNAVAILABLE") return NOT_MEASURED;
      throw thrown;
    }
  };

  const ingest = async (index: SearchIndex): Promise<IngestDependencies> => {
    const model = await openProvider();
    if (model !== null) await requireSameModel(index, model);
    // Measured while indexing, so that a search finds it.
    if (model !== null) await unrelated(model);
    const { close: _close, ...parts } = await openReading();
    const forgotten = new ForgottenTexts(folder.root);
    const { programmedPrompts } = await import("../app/agents/programmed-prompts.ts");
    return {
      ...parts,
      project: name,
      sessions: folder.sessions,
      recorded: folder.recorded,
      isProgrammed: programmedPrompts(folder.recorded),
      isForgotten: (message) => forgotten.has(message),
      parsed: await parsed(),
      catalog,
      index,
      provider: model,
      cache: await openCache(),
      lease: system.lease,
      clock: system.clock,
      timer: system.timer,
      newId: system.newId,
      batch,
    };
  };

  const facts = lazyFacts(async () =>
    (await import("../app/facts/open-facts.ts")).openFacts({
      // Facts stand in the same file.
      openStore: () => (damage === null ? engines.openFactStore(place) : Promise.reject(damage)),
      limits: (await import("../app/quota.ts")).factLimits({ indexHandle, settings }),
      folder: folder.facts,
      system,
      record: folder.factRecord,
      ...(await import("../app/facts/said-and-kept.ts")).saidAndKept(() => opened),
    }),
  );

  const indexHandle = new IndexHandle({
    house: openHouse,
    expectsContent: async () =>
      (await catalog.sources.list()).some(({ documents, lastRun }) =>
        documents === undefined ? lastRun !== null : documents > 0,
      ),
    exclusively: (work, patience = REBUILD_PATIENCE_MS) => underLease({ catalog, system }, INDEX_LEASE, work, patience),
    unfinished: unfinishedRefill(catalog),
    async fill(index) {
      const sources = await catalog.sources.list();
      if (sources.length === 0) return;
      const { indexSources } = await import("../ingest/index-sources.ts");
      await indexSources(await ingest(index), { kind: "rebuild", sources });
    },
  });

  if (damage !== null) indexHandle.note(catalogDamaged(damage));
  else if (readsOnly) indexHandle.note(READ_ONLY);
  if (restored !== null) indexHandle.note(catalogRestored(restored));

  const environment = Object.fromEntries(
    keyNames(settings.embedding.provider).map((key) => [key, system.environment[key]]),
  );
  const setup = { home, project: name, settings, batch, environment };
  const background = backgroundRunner({ indexHandle, ingest }, setup, options.background);

  const opened: ComposedProject = {
    name,
    killed,
    home,
    sign,
    folder,
    settings,
    storeUri: () => storeOf(folder.root, settings).store.uri,
    system,
    catalog,
    keyOf: (kind, root) => sourceKey(kind, moved(root, folder.root, origin)),
    indexHandle,
    palace: palaceViews(catalog.palace, keptRooms(folder.joinedRooms, folder.index)),
    facts,
    provider: openProvider,
    engines,
    embeddingCache: openCache,
    unrelated,
    lexicon,
    languageModel,
    requireLanguageModel,
    parsed,
    reading: openReading,
    thread,
    ingest,
    background,
    async close() {
      await background.close();
      await facts.close();
      await indexHandle.close();
      await (await reading)?.close();
      await thread.close();
      await (await cache)?.close();
      await catalog.close();
    },
  };
  return opened;
}

/** The catalog is closed where it can't be told. */
async function originOf(folder: ProjectFolder, catalog: Catalog): Promise<string> {
  try {
    return await projectOrigin(folder, catalog);
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
}

const READ_ONLY: Note = {
  code: "READ_ONLY",
  message: "the data folder can only be read: its disk is full, or takes no writes",
  hint: "free some space on that disk, or make the folder writable",
};

function cacheRemade(detail: string): Note {
  return {
    code: "EMBEDDINGS_REMADE",
    message: `${detail}; it was begun anew, so vectors are computed again where they are needed`,
    hint: "nothing is to be done",
  };
}
