import type { Settings } from "../config/configuration.ts";
import type { SignWord } from "../conversation/prompt/fence.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Facts } from "../facts/create-facts.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import type { IndexOptions, IndexRequest } from "../ingest/index-sources.ts";
import type { LanguageModel } from "../llm/port.ts";
import type { Catalog, Waiting } from "../storage/ports/catalog.ts";
import type { SearchOptions } from "../model/requests/index.ts";
import type { SourceKind } from "../model/source.ts";
import type { Unrelated } from "../model/vector.ts";
import type { SearchResult } from "../operations/answers/hits.ts";
import type { Job } from "../operations/answers/run.ts";
import type { Lexicon } from "../retrieval/dependencies.ts";
import type { FactStore } from "../storage/ports/fact-store.ts";
import type { CommitMemory, EmbeddingCache, IndexHouse, SearchIndex } from "../storage/ports/search-index.ts";
import { type Days, daysIn } from "../text/days.ts";
import type { IndexHandle } from "./index-handle.ts";
import type { PalaceViews } from "./palace/palace-views.ts";
import type { ProjectFolder } from "./project-folder.ts";

/** What the machine gives: time, randomness, processes. Tests put others in. */
export interface System extends Pick<IngestDependencies, "clock" | "timer" | "newId" | "lease"> {
  /** The user's home folder: neither it nor anything above makes a project. */
  readonly userHome: string;
  /** Environment variables: keys of language models are read from them, and where git has its settings. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Zone that days are counted in where no setting says so. */
  readonly timeZone: () => string;
}

/** The index of a project, refilled from the files where it was lost. */
type IndexAccess = Pick<
  IndexHandle,
  "index" | "loss" | "use" | "reset" | "markWhole" | "lacks" | "note" | "takeNotes" | "bytes"
>;

interface BackgroundRun extends IndexRequest {
  readonly id: string;
  /** Files that are still being written to, as a list, where the run goes on elsewhere. */
  readonly unsettledFiles?: readonly (readonly [source: string, path: string])[];
}

/** Runs sources in the background: in this process, or in one that gives way to it. */
export interface BackgroundRunner {
  /** Whether it goes on in another process, so that it takes nothing from this one. */
  readonly elsewhere: boolean;
  run(request: BackgroundRun, options: IndexOptions): Promise<Job>;
  close(): Promise<void>;
}

/** Facts that are opened when they are first used: a search doesn't pay for the grammar. */
export interface LazyFacts extends Facts {
  /** Whether nothing was ever told. Cost: under a millisecond; the grammar takes 30 to load and to read a first sentence. */
  isEmpty(): Promise<boolean>;
  /** What is wrong in the file that gives facts back; it is written anew when they are opened. Cost: reads it. */
  recordFault(): Promise<string | null>;
  /** Closes what was opened; nothing when nothing was. */
  close(): Promise<void>;
}

/** Everything that turns files into drawers, and nothing that stores them. */
export interface ReadingParts extends Pick<
  IngestDependencies,
  | "parse"
  | "place"
  | "projectOf"
  | "packageOf"
  | "sessionWing"
  | "sessionProjects"
  | "transcripts"
  | "settings"
  | "ownFolder"
> {
  /** Ends the threads of parsing. */
  readonly close: () => Promise<void>;
}

export interface OpenedProject {
  readonly name: string;
  readonly home: string;
  /** Signs fences by the key of the data folder, which is read once. */
  readonly sign: SignWord;
  readonly folder: ProjectFolder;
  readonly settings: Settings;
  /** Where its index is now: the address of a server; empty for its folder. */
  readonly storeUri: () => string;
  readonly system: System;
  readonly catalog: Catalog;
  /** The key of a source at a root; what stands in the project's own folder keeps its key wherever the folder goes. */
  readonly keyOf: (kind: SourceKind, root: string) => string;
  readonly indexHandle: IndexAccess;
  readonly palace: PalaceViews;
  /** Opened when first used. */
  readonly facts: LazyFacts;
  /** Opened when it is first asked for. @throws LociError `MODEL_UNAVAILABLE` */
  readonly provider: () => Promise<EmbeddingProvider | null>;
  /** Vectors by the texts that they were made from. */
  readonly embeddingCache: () => Promise<EmbeddingCache>;
  /** The bundled table's similar words, whatever model embeds; null without a model. */
  readonly lexicon: (model: EmbeddingProvider | null) => Promise<Lexicon | null>;
  /** How the cosines of unrelated texts lie for a model: as it says, or as they were measured once and are kept beside its vectors. */
  readonly unrelated: (model: EmbeddingProvider) => Promise<Unrelated>;
  /** The language model, its spending counted; null where none is configured. @throws LociError `MODEL_UNAVAILABLE` without its key, `CONFIG_INVALID` */
  readonly languageModel: () => Promise<LanguageModel | null>;
  /** The same. @throws LociError `MODEL_UNAVAILABLE` also where none is configured */
  readonly requireLanguageModel: (model?: string) => Promise<LanguageModel>;
  /** What reads files; loaded when it is first asked for. */
  readonly reading: () => Promise<ReadingParts>;
  /**
   * What ingest works with, on this index.
   * @throws LociError `MODEL_MISMATCH` when the index holds another model's vectors
   */
  readonly ingest: (index: SearchIndex) => Promise<IngestDependencies>;
  readonly background: BackgroundRunner;
  readonly close: () => Promise<void>;
}

export type Search = (query: string, options?: SearchOptions) => Promise<SearchResult>;

/**
 * The days of a project: in the zone of the settings where one is given, else the machine's, which takes 10 ms to be found out and few searches need.
 * @throws LociError `CONFIG_INVALID`
 */
export const projectDays = ({ settings, system }: Pick<OpenedProject, "settings" | "system">): Days =>
  daysIn(settings.chat.time_zone || system.timeZone);

/** Which project's parts are opened, and how it is set. */
export interface ProjectPlace {
  readonly project: string;
  readonly folder: ProjectFolder;
  readonly settings: Settings;
  /** For databases that others keep locked. */
  readonly waiting?: Waiting;
}

/** How the parts of a project are opened. The one place that knows which engines there are. */
export interface Engines {
  readonly openCatalog: (place: ProjectPlace) => Promise<Catalog>;
  /** Beside the catalog, which is there already. */
  readonly openFactStore: (place: ProjectPlace) => Promise<FactStore>;
  /** Opens nothing yet. @param memory what the catalog remembers of the index */
  readonly openIndexHouse: (place: ProjectPlace, memory: CommitMemory) => Promise<IndexHouse>;
  /**
   * Puts the index of a closed house in the place of a project's own, which is gone then.
   * @throws storage errors
   */
  readonly replaceIndex: (from: string, to: string) => Promise<void>;
  /** @param onLoss told why what was kept is begun anew */
  readonly openCache: (place: ProjectPlace, onLoss: (detail: string) => void) => Promise<EmbeddingCache>;
  /** Null where the configuration wants no vectors. @throws LociError `MODEL_UNAVAILABLE` */
  readonly openProvider: (
    settings: Pick<Settings, "embedding">,
    environment: Readonly<Record<string, string | undefined>>,
  ) => Promise<EmbeddingProvider | null>;
  /** What is near a word, for a model that can't tell. @throws LociError `MODEL_UNAVAILABLE` */
  readonly openLexicon: () => Promise<Lexicon>;
  /** Null where none is configured. @throws LociError `MODEL_UNAVAILABLE` without its key, `CONFIG_INVALID` */
  readonly openLanguageModel: (
    settings: Settings,
    environment: Readonly<Record<string, string | undefined>>,
  ) => Promise<LanguageModel | null>;
}

/** A project with the engines that it was made from, for what opens another index beside its own. */
export interface ComposedProject extends OpenedProject {
  readonly indexHandle: IndexHandle;
  readonly engines: Engines;
  /** Whether a process was killed under a lease, which may have left something half done. */
  readonly killed: boolean;
}
