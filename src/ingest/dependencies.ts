import type { EmbeddingProvider } from "../embedding/port.ts";
import type { ParsedDocument } from "../model/section.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { EmbeddingCache, SearchIndex } from "../storage/ports/search-index.ts";
import type { ParseInput } from "./draft-file.ts";
import type { LeaseSurroundings } from "./hold-lease.ts";
import type { PlaceDrawers } from "../palace/place.ts";
import type { IngestSettings } from "./fingerprint.ts";
import type { TranscriptMessage, TranscriptRead, TranscriptReader } from "../model/transcript-read.ts";

/** What a run needs from outside. Everything that is not a pure function of files comes in here. */
export interface IngestDependencies {
  readonly catalog: Catalog;
  readonly index: SearchIndex;
  /** Null: drawers are stored without vectors. */
  readonly provider: EmbeddingProvider | null;
  readonly cache: EmbeddingCache;
  /** @throws LociError `FILE_SKIPPED` with `details.reason` for what a file can be guilty of */
  readonly parse: (input: ParseInput, signal?: AbortSignal) => Promise<ParsedDocument>;
  readonly place: PlaceDrawers;
  /** The own name of the project that a folder belongs to (git remote, manifest); null outside of one. */
  readonly projectOf: (folder: string) => string | null;
  /** The name of the package below a root that a folder is part of; null where there is none. */
  readonly packageOf: (folder: string, root: string) => string | null;
  readonly transcripts: Transcripts;
  /** The name of the project that the index belongs to. */
  readonly project: string;
  /** Projects of the folders that a transcript's tool worked in; none where nothing says any. Of one run. */
  readonly sessionProjects: () => SessionProjectsOf;
  /** Whether somebody forgot a message, which no history brings back then. */
  readonly isForgotten: (message: Pick<TranscriptMessage, "session" | "text" | "time">) => boolean;
  /** What the folder is called that a session worked in, also one that is gone; null outside of all. */
  readonly sessionWing: (folder: string) => string | null;
  /** Folder of the sessions that are kept; see `KeptSessions`. Absolute. */
  readonly sessions: string;
  /** Folder of what hooks report of sessions; see `scanRecorded`. Absolute. */
  readonly recorded: string;
  /** Whether an agent's hook said that a program wrote a prompt. */
  readonly isProgrammed: (prompt: string) => boolean;
  readonly settings: IngestSettings;
  /** The day of a time where the user is. @param time ISO 8601 */
  readonly dayOf: (time: string) => string;
  /** Loci's own data folder (real path), which no scan walks into; null when there is none. */
  readonly ownFolder: string | null;
  readonly lease: LeaseSurroundings;
  /** Milliseconds since the epoch; may go backwards. */
  readonly clock: () => number;
  /** Milliseconds that only rise, for durations. */
  readonly timer: () => number;
  /** A new id: sorts by time of making, then random; letters and digits only. */
  readonly newId: () => string;
  /** Drawers and bytes of text a transaction at most; one document is never cut. */
  readonly batch: { readonly drawers: number; readonly bytes: number };
}

export interface SessionProjectsOf {
  readonly ofFolder: (folder: string) => Promise<string>;
  /** In the order in which the tool came to them. */
  readonly ofTranscript: (file: string) => Promise<readonly string[]>;
  /** Keeps what was found for the next run. */
  readonly save: () => void;
}

export interface Transcripts {
  /** The reader of a format (`jsonl`, `claude-code`, …); `auto` looks at the bytes. Null when there is none of that name. */
  readonly reader: (format: string) => Promise<TranscriptReader | null>;
  /**
   * Folders among the files of a tree whose files are together one export (a Slack workspace, a store of opencode) rather than one
   * transcript each: `""` or ending in `/`, sorted.
   */
  readonly exportRoots: (names: readonly string[]) => Promise<readonly string[]>;
  /** Reads the export in a folder. @param root absolute */
  readonly readExport: (root: string, format: string) => Promise<TranscriptRead>;
}
