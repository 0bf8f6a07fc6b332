import type { Source } from "../../model/source.ts";
import type { AccessLog } from "./access-log.ts";
import type { AuditTrail } from "./audit-trail.ts";
import type { CursorStore } from "./cursor-store.ts";
import type { JobStore } from "./job-store.ts";
import type { LeaseStore } from "./lease-store.ts";
import type { RefusalStore } from "./refusal-store.ts";
import type { SpendStore } from "./spend-store.ts";
import type { SourceStore } from "./source-store.ts";
import type { PalaceEdits } from "../../model/palace-edits.ts";

/**
 * What can't be rebuilt from files: sources, jobs, leases, accesses, cursors, refusals, audit, spending, corrections of the palace. Small.
 *
 * Contract, for every engine:
 * - Each call is one transaction: all of it or nothing, also when the process is killed in the middle.
 * - When a call has resolved, every later call sees it, in this and in other processes.
 * - What comes out equals what went in; answers are read-only and never change afterwards.
 * - Calls may overlap and come from several processes; they wait for each other for at most 30 s, then `STORAGE_BUSY`.
 * - After `close` every call throws `STORAGE_FAILED`. Closing twice is no error.
 *
 * Errors of every call: `STORAGE_FAILED`, `STORAGE_BUSY`, `STORAGE_FULL`.
 */
export interface Catalog {
  readonly sources: SourceStore;
  readonly jobs: JobStore;
  readonly leases: LeaseStore;
  readonly accesses: AccessLog;
  readonly cursors: CursorStore;
  readonly refusals: RefusalStore;
  readonly audit: AuditTrail;
  readonly spend: SpendStore;
  readonly palace: PalaceStore;
  /** What every search asks for: all sources, sorted by key, and the edits of the palace. Cost: one look, while nobody has written. */
  forSearch(): Promise<{ readonly sources: readonly Source[]; readonly palace: PalaceRead }>;
  /** Checks the store against itself; one line a problem, none when it is sound. Cost: reads everything. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The edits as they were read. `version` rises with every change. */
export interface PalaceRead {
  readonly version: number;
  readonly edits: PalaceEdits;
}

/** Corrections and explicit tunnels of a project. */
export interface PalaceStore {
  /** How they are now. Cost: one row. */
  read(): Promise<PalaceRead>;
  /**
   * Changes them in one transaction: `work` gets what is there and gives what shall be. It is called once, must not wait, and when it
   * throws nothing changes. Giving back the same object changes nothing.
   */
  change(work: (edits: PalaceEdits) => PalaceEdits): Promise<PalaceEdits>;
}
