import type { LiveChats } from "../app/chats/live-chats.ts";
import type { OpenedProject, Search } from "../app/opened-project.ts";
import type { AddDrawer } from "../app/palace/add-drawer.ts";

/** What operations work with: an opened project, and what of it is made when it is first needed. A use case names only what it takes. */
export interface ProjectParts extends OpenedProject {
  readonly search: Search;
  /** The chats that go on. */
  readonly chats: () => Promise<LiveChats>;
  /** Adds drawers one at a time. */
  readonly adder: () => Promise<AddDrawer>;
}
