import type { Note } from "../model/note.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import type { FactReader } from "../storage/ports/fact-store.ts";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { unfinishedRefill } from "../app/catalog-record/catalog-mark.ts";
import { moved } from "../app/catalog-record/record-file.ts";
import {
  type ComposedProject,
  type Engines,
  type BackgroundRunner,
  type LazyFacts,
  type OpenedProject,
  type ProjectPlace,
  type System,
  projectDays,
} from "../app/opened-project.ts";
import { underLease } from "../app/exclusive.ts";
import { INDEX_LEASE, IndexHandle, type IndexHandleOptions } from "../app/index-handle.ts";
import { requireSameModel, storeOf, storeStamp } from "../app/move/project-store.ts";
import { ForgottenTexts } from "../app/palace/leave-no-trace.ts";
import { keptRooms } from "../app/palace/kept-rooms.ts";
import { palaceViews } from "../app/palace/palace-views.ts";
import { makeProjectFolder, projectFolder } from "../app/project-folder.ts";
import { currentName, makeIdentity } from "../app/projects/identity.ts";
import type { Settings } from "../config/configuration.ts";
import type { SignWord } from "../conversation/prompt/fence.ts";
import { keyNames } from "../embedding/remote/wire.ts";
import type { Facts } from "../facts/create-facts.ts";
import { createPrivateFile } from "../files/private-folder.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import { sourceKey } from "../ingest/source-key.ts";
import { dayOf } from "../text/days.ts";
import type { JobProcess, ProcessSetup } from "../workers/job-process.ts";
import { openProjectCatalog } from "./project-catalog.ts";
import { Lazy, projectModels } from "./project-models.ts";

interface OpenProjectOptions {
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
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT`
 * Cost: about 5 ms.
 */
export async function openProject(options: OpenProjectOptions): Promise<ComposedProject> {
  const { home, settings, engines, system, batch } = options;
  const name = currentName(home, options.name);
  const folder = projectFolder(home, name);
  makeProjectFolder(folder);
  const key = basename(folder.root);
  if (!existsSync(folder.catalog)) makeIdentity(home, key, { repositories: [] });
  const place = { project: key, folder, settings, waiting: system.lease };
  const { catalog, origin, killed, openHouse, notes } = await openProjectCatalog(place, engines, system);
  const { closeCache, ...models } = projectModels(place, engines, {
    system,
    catalog,
    note: (note) => indexHandle.note(note),
  });
  const readers = readingParts(options, () => opened.facts);
  const { reading, sign } = readers;
  const ingest = ingestOf({ name, folder, catalog, system, settings, reading, ...models }, batch);
  const indexHandle = new IndexHandle({
    ...refilling({ catalog, system, ingest }, (note) => indexHandle.note(note)),
    house: openHouse,
    place: () => storeStamp(folder.root),
  });
  for (const note of notes) indexHandle.note(note);
  const facts = projectFacts(() => opened, place);
  const keys = keyNames(settings.embedding.provider);
  const environment = Object.fromEntries(keys.map((one) => [one, system.environment[one]]));
  const setup = { home, project: name, settings, batch, environment };
  const background = backgroundRunner({ indexHandle, ingest }, setup, options.background);
  const opened: ComposedProject = {
    ...models,
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
    palace: palaceViews(catalog.palace, projectDays({ settings, system }), keptRooms(folder.joinedRooms, folder.index)),
    facts,
    engines,
    reading,
    ingest,
    background,
    async close() {
      await background.close();
      await facts.close();
      await indexHandle.close();
      await readers.close();
      await closeCache();
      await catalog.close();
    },
  };
  return opened;
}

/** What reads files, loaded when it is first asked for. */
function readingParts(
  { home, settings, system }: OpenProjectOptions,
  facts: () => OpenedProject["facts"],
): Pick<OpenedProject, "sign" | "reading"> & { readonly close: () => Promise<void> } {
  const sign = fenceSigner(home);
  const parts = new Lazy(async () => {
    const { openReadingParts } = await import("./reading-parts.ts");
    return openReadingParts({ settings, facts: facts(), home, sign, system });
  });
  const close = async (): Promise<void> => {
    await (await parts.opened)?.close();
  };
  return { sign, reading: parts.get, close };
}

type Ingesting = Pick<
  OpenedProject,
  "name" | "folder" | "catalog" | "system" | "settings" | "provider" | "unrelated" | "reading" | "embeddingCache"
>;

/** What ingest works with, on an index. */
function ingestOf(project: Ingesting, batch: IngestDependencies["batch"]): OpenedProject["ingest"] {
  const { folder, catalog, system } = project;
  const days = projectDays(project);
  return async (index) => {
    const model = await project.provider();
    if (model !== null) await requireSameModel(index, model);
    // Measured while indexing, so that a search finds it.
    if (model !== null) await project.unrelated(model);
    const { close: _close, ...parts } = await project.reading();
    const forgotten = new ForgottenTexts(folder.root);
    const { programmedPrompts } = await import("../app/agents/record-session.ts");
    return {
      ...parts,
      project: project.name,
      sessions: folder.sessions,
      recorded: folder.recorded,
      isProgrammed: programmedPrompts(folder.recorded),
      dayOf: (time) => dayOf(time, days),
      isForgotten: (message) => forgotten.has(message),
      catalog,
      index,
      provider: model,
      cache: await project.embeddingCache(),
      lease: system.lease,
      clock: system.clock,
      timer: system.timer,
      newId: system.newId,
      batch,
    };
  };
}

/** How a lost index is filled again from the sources. */
function refilling(
  project: Pick<OpenedProject, "catalog" | "system" | "ingest">,
  say: (note: Note) => void,
): Omit<IndexHandleOptions, "house"> {
  const { catalog, ingest } = project;
  return {
    expectsContent: async () =>
      (await catalog.sources.list()).some(({ documents, lastRun }) =>
        documents === undefined ? lastRun !== null : documents > 0,
      ),
    exclusively: (work, waiting = {}) =>
      underLease(project, { name: INDEX_LEASE, patience: REBUILD_PATIENCE_MS, ...waiting }, work),
    unfinished: unfinishedRefill(catalog),
    async fill(index, signal) {
      const sources = await catalog.sources.list();
      if (sources.length === 0) return 0;
      const { indexSources } = await import("../ingest/index-sources.ts");
      const { ending, onRefill } = project.system.lease;
      const run = { signal: AbortSignal.any([signal, ending ?? signal]), onProgress: onRefill };
      const filled = indexSources(await ingest(index), { kind: "rebuild", sources }, run);
      const { status, drawers, failed, notes } = await filled.finally(() => onRefill?.(null));
      ending?.throwIfAborted();
      // What is lost with the index is known nowhere else.
      notes.filter(({ code }) => code === "CHAT_CUT").forEach(say);
      return status === "cancelled" || failed.some(({ code }) => code === "SOURCE_BUSY") ? null : drawers.added;
    },
  };
}

/** Facts stand in the catalog's file. @param opened the project, when they are first asked for */
function projectFacts(opened: () => ComposedProject, place: ProjectPlace): OpenedProject["facts"] {
  const { folder } = place;
  const inStore = async <T>(work: (reader: FactReader) => T): Promise<T> => {
    const store = await opened().engines.openFactStore(place);
    return await store.read(work).finally(() => store.close());
  };
  const looks: Pick<LazyFacts, "isEmpty" | "recordFault"> = {
    // What a lost catalog held comes back when facts are opened.
    isEmpty: async () => !existsSync(folder.factRecord) && (await inStore((reader) => reader.lastSequence() === 0)),
    async recordFault() {
      const { recordFault } = await import("../facts/record/fact-record.ts");
      return await inStore((reader) => recordFault(folder.factRecord, reader));
    },
  };
  const open = async (): Promise<Facts> => {
    const project = opened();
    const { engines, indexHandle, system } = project;
    return (await import("../app/facts/said-and-kept.ts")).openFacts({
      openStore: () => engines.openFactStore(place),
      folder: folder.facts,
      system,
      days: projectDays(project),
      record: folder.factRecord,
      note: (note) => indexHandle.note(note),
      ...(await import("../app/facts/said-and-kept.ts")).saidAndKept(opened),
    });
  };
  return lazyFacts(open, looks);
}

/** @param open called at the first call of any other method but `close`, and again after it failed */
function lazyFacts(open: () => Promise<Facts>, looks: Pick<LazyFacts, "isEmpty" | "recordFault">): LazyFacts {
  const opening = new Lazy(open);
  const facts = opening.get;
  return {
    tell: async (...given) => (await facts()).tell(...given),
    ask: async (...given) => (await facts()).ask(...given),
    list: async (...given) => (await facts()).list(...given),
    show: async (...given) => (await facts()).show(...given),
    history: async (...given) => (await facts()).history(...given),
    forgetWords: async (...given) => (await facts()).forgetWords(...given),
    withoutSecrets: async (...given) => (await facts()).withoutSecrets(...given),
    undo: async (...given) => (await facts()).undo(...given),
    change: async (...given) => (await facts()).change(...given),
    deleteChat: async (...given) => (await facts()).deleteChat(...given),
    sync: async (...given) => (await facts()).sync(...given),
    finishErasing: async () => (await facts()).finishErasing(),
    ...looks,
    close: async () => void (await (await opening.opened)?.close()),
  };
}

const LETTERS = 4;

/**
 * Signs by the key of a data folder, `fence-key`, which is made with the first signature. Where it can be neither read nor made, what is
 * signed is known again by nobody.
 * Cost: a small file once, then some 5 µs a word.
 */
export function fenceSigner(home: string): SignWord {
  let key: string | null = null;
  return (word) => {
    key ??= keyOf(home);
    const digest = createHmac("sha256", key).update(word).digest();
    return Array.from(digest.subarray(0, LETTERS), (byte) => String.fromCharCode(0x61 + (byte % 26))).join("");
  };
}

function keyOf(home: string): string {
  const path = join(home, "fence-key");
  const made = randomBytes(32).toString("hex");
  try {
    return readFileSync(path, "utf8");
  } catch {
    try {
      return createPrivateFile(path, made) ? made : readFileSync(path, "utf8");
    } catch {
      return made;
    }
  }
}

/**
 * @param setup what another process opens the project with
 * @param where `process`: beside a service that answers meanwhile
 */
function backgroundRunner(
  project: { readonly indexHandle: IndexHandle; readonly ingest: (index: SearchIndex) => Promise<IngestDependencies> },
  setup: ProcessSetup,
  where: "here" | "process",
): BackgroundRunner {
  if (where === "here")
    return {
      elsewhere: false,
      async run({ unsettledFiles: _, ...request }, running) {
        const { indexSources } = await import("../ingest/index-sources.ts");
        return await project.indexHandle.use(
          async (index) => await indexSources(await project.ingest(index), request, running),
        );
      },
      close: async () => {},
    };
  let opened: Promise<JobProcess> | null = null;
  return {
    elsewhere: true,
    async run({ lease, unsettledFiles = [], unsettled: _, ...request }, running) {
      // A lost index is made again here: all others would wait for a process that gets what they leave.
      await project.indexHandle.use(async () => {});
      opened ??= import("../workers/job-process.ts").then(({ jobProcess }) => jobProcess(setup));
      const process = await opened;
      return await process.run({ ...request, leased: lease !== undefined, unsettled: unsettledFiles }, running);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
