import type { Configuration, Loci, Project } from "../../index.ts";
import type { AccessBatch } from "./access-batch.ts";
import type { PageSessions } from "./page-session.ts";
import type { Metrics } from "./metrics.ts";

/** What routes work with. */
export interface Service {
  readonly loci: Loci;
  readonly version: string;
  /** Opens a project of the data folder. @throws LociError `PROJECT_NOT_FOUND` for one that isn't there, unless it may be made */
  readonly project: (name: string, options: { readonly make: boolean }) => Promise<Project>;
  /** The projects that are open. */
  readonly openProjects: () => readonly Project[];
  /** Why other projects could not be opened when they were last asked for, by name. */
  readonly unopenedProjects: () => ReadonlyMap<string, unknown>;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** The settings in force, read anew. */
  readonly configuration: () => Promise<Configuration>;
  /** Sessions of the page. */
  readonly sessions: PageSessions;
  /** The id of a token; null for one that is none. */
  readonly tokenId: (token: string) => string | null;
  /** Whether one more wrong token or code is listened to. */
  readonly allowsWrongToken: () => boolean;
  /** Folders that may be looked into and indexed from. Absolute, links resolved. */
  readonly roots: readonly string[];
  /** Largest document that is taken, bytes. */
  readonly maxDocumentBytes: number;
  readonly metrics: Metrics;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** How the watches stand, by project. */
  readonly watches: () => ReadonlyMap<
    string,
    readonly {
      readonly key: string;
      readonly state: string;
      readonly pending: number;
      readonly problem: object | null;
    }[]
  >;
  /** Aborts when the service is to stop: what streams ends. */
  readonly stopping: AbortSignal;
  /** Runs after an answer was given; the service waits for it before it ends. */
  readonly afterwards: (work: () => Promise<void>) => void;
  /** Drawers shown to callers, to be recorded after the answer. */
  readonly accesses: Pick<AccessBatch, "add">;
}
