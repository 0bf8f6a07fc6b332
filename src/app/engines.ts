import type { Settings } from "../config/configuration.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { LanguageModel } from "../llm/port.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { CommitMemory, EmbeddingCache, IndexHouse } from "../storage/ports/index-house.ts";
import type { FactStore } from "../storage/ports/fact-store.ts";
import type { IndexHandle } from "./index-handle.ts";
import type { OpenedProject } from "./opened-project.ts";
import type { ProjectFolder } from "./project-folder.ts";

/** Which project's parts are opened, and how it is set. */
export interface ProjectPlace {
  readonly project: string;
  readonly folder: ProjectFolder;
  readonly settings: Settings;
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
   *
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
  readonly openLexicon: () => Promise<Pick<EmbeddingProvider, "similarWords" | "frequencyRank" | "leastMet">>;
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
