import type { AskParts } from "../app/ask/answer.ts";
import type { LiveChats } from "../app/chats/live-chats.ts";
import type { ComposedProject } from "../app/engines.ts";
import type { ExpandDependencies } from "../app/expand/expand.ts";
import type { Search } from "../app/opened-project.ts";
import type { AddDrawer } from "../app/palace/add-drawer.ts";
import type { ProjectRevision } from "../app/project-revision.ts";
import type { Caller } from "../model/caller.ts";

/** What operations work with: an opened project, and what of it is made when it is first needed. A use case names only what it takes. */
export interface ProjectParts extends ComposedProject {
  readonly search: Search;
  /** The chats that go on. */
  readonly chats: () => Promise<LiveChats>;
  /** Adds drawers one at a time. */
  readonly adder: () => Promise<AddDrawer>;
  /** Reads drawers as their files hold them now. */
  readonly opening: <T>(work: (deps: ExpandDependencies) => Promise<T>) => Promise<T>;
  readonly asking: () => Promise<AskParts>;
  readonly revision: (caller: Caller) => Promise<ProjectRevision>;
  /** Work that ends with the project. @param work gets a signal that aborts with `signal` and when the project is closed */
  readonly run: <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}
