import type { TranscriptCursor } from "../../model/transcript-read.ts";
import type { Source } from "../../model/source.ts";
import type { Document, PalaceEdits } from "../../model/drawer.ts";
import type { Access } from "../../model/search.ts";
import type { Caller } from "../../model/caller.ts";
import type { Job, Progress } from "../../operations/answers/run.ts";

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
  /** Set where it can't be written to: a medium to read only, a full disk. */
  readonly readsOnly?: boolean;
  /**
   * Where it can be told without writing: what was opened stands at its place still.
   * @throws LociError `STORAGE_FAILED` where it was moved, deleted or replaced meanwhile
   */
  requireInPlace?(): void;
  /** Checks the store against itself; one line a problem, none when it is sound. Cost: reads everything. */
  check(): Promise<readonly string[]>;
  /** What was removed stands in none of the engine's own files any more. @throws LociError `STORAGE_BUSY`, `STORAGE_FULL` */
  purge(): Promise<void>;
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

/** Accesses kept for each drawer and caller: the newest that opened or cited it, then the newest that merely listed it. */
export const MAX_ACCESSES_KEPT = 50;

/**
 * Which drawers were used, when, by whom. Kept per caller, so that what one does changes nothing for another.
 * "Last" is by the order of recording, not by time: a clock that went backwards loses nothing.
 */
export interface AccessLog {
  /** Appends in one transaction. Drawers need not exist any more. */
  record(accesses: readonly Access[]): Promise<void>;
  /**
   * The last accesses of each drawer, latest recorded first, at most 50 a drawer, by these callers only. Where there are more, those that merely
   * listed it are left out first.
   * Drawers without any are left out. Cost: one query for all ids.
   */
  last(drawers: readonly string[], callers: "all" | readonly Caller[]): Promise<ReadonlyMap<string, readonly Access[]>>;
  /** Drops what is recorded of these drawers. */
  forget(drawers: readonly string[]): Promise<void>;
}

/** One thing done to a project. Names objects by id, key or hash, never by content. */
export interface AuditEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly caller: string;
  /** A verb and its object's kind: `source.add`, `job.start`, `drawer.forget`, … */
  readonly action: string;
  readonly object: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export const MAX_AUDIT_ENTRIES = 10_000;

/** Who did what. Append only; the newest 10,000 are kept. */
export interface AuditTrail {
  append(entries: readonly AuditEntry[]): Promise<void>;
  /** Latest first. */
  list(limit: number): Promise<readonly AuditEntry[]>;
}

/** How far a growing transcript was read; another hash of its beginning means that the file was rewritten. */
export interface Cursor extends Omit<TranscriptCursor, "format"> {
  /** Source key, and the file's path inside the source. */
  readonly source: string;
  readonly path: string;
}

/** Cursors of chats and transcripts, by source and path; and what stands where in what was read. */
export interface CursorStore {
  get(source: string, path: string): Promise<Cursor | null>;
  /** @param places offsets by name, added to those that the source has, in the same step */
  put(cursor: Cursor, places?: ReadonlyMap<string, number>): Promise<void>;
  /** The offset under a name of a source; null where it has none. Cost: one row. */
  place(source: string, name: string): Promise<number | null>;
  forgetPlaces(source: string): Promise<void>;
  /** Drops all of a source, places too. */
  removeSource(source: string): Promise<void>;
}

/** What was run, when, and how it ended. */
export interface JobStore {
  /** Adds a job, or replaces the one with its id, whole. The newest 1,000 are kept. */
  put(job: Job): Promise<void>;
  get(id: string): Promise<Job | null>;
  /** Newest first: the reverse of the order in which their ids were first put. @param limit at most so many */
  list(limit: number): Promise<readonly Job[]>;
  /** Those `queued` or `running`, oldest first. */
  unfinished(): Promise<readonly Job[]>;
}

export const MAX_JOBS = 1_000;

/** Who holds a lease. `token` is random, so a process id that is used again is somebody else. */
export interface LeaseOwner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A wait that is worth a word, milliseconds. */
export const LONG_WAIT_MS = 2_000;

export interface LongWait {
  /** A lease, or the file of a database. */
  readonly name: string;
  /** The process that has it; null where the system doesn't tell. */
  readonly holder: Pick<LeaseOwner, "pid" | "host"> | null;
}

/** How waiting for what other processes hold is told, and ended. */
export interface Waiting {
  /** Told once of each wait that has taken two seconds, and who is waited for. */
  readonly onLongWait?: ((wait: LongWait) => void) | undefined;
  /** Ends every wait at once, with `CANCELLED`. */
  readonly ending?: AbortSignal | undefined;
  /** Told how far a lost index is that a call makes again first, and null at its end; `ending` ends that too, with an `AbortError`. */
  readonly onRefill?: ((progress: Progress | null) => void) | undefined;
}

/** A right to work on something alone, kept alive by beats. */
export interface Lease {
  readonly name: string;
  readonly owner: LeaseOwner;
  /** Milliseconds since the epoch, by the owner's clock. */
  readonly takenAt: number;
  readonly beatAt: number;
}

/** What became of an attempt to take a lease. */
export type LeaseAttempt = { readonly held: true } | { readonly held: false; readonly holder: Lease };

/**
 * Leases by name. The store knows no clock and no staleness: who is stale is decided by the caller, who then replaces
 * exactly the lease that he judged. Every call is one atomic step; of several takers of one name, one wins.
 */
export interface LeaseStore {
  /**
   * Takes the lease when it is free, or when its present state is `replacing` (same token and same beat: a holder that
   * has beaten since is alive). Otherwise nothing changes and the holder is given.
   */
  take(name: string, owner: LeaseOwner, now: number, replacing?: Lease): Promise<LeaseAttempt>;
  /** States that the owner is alive. False when the lease is no longer his: he must stop writing. */
  beat(name: string, token: string, now: number): Promise<boolean>;
  /** Gives it back; nothing happens when it isn't (or no longer) his. */
  release(name: string, token: string): Promise<void>;
  /** All, sorted by name. */
  list(): Promise<readonly Lease[]>;
}

/** A file that was read and left out, as it was then. */
export interface Refusal extends Pick<Document, "path" | "bytes" | "modifiedAt"> {
  /** SHA-256, hex; null where reading it was given up. */
  readonly contentHash: string | null;
  readonly reason: string;
}

/** Files that no parser takes, by source: what hasn't changed since is not read again. */
export interface RefusalStore {
  /** Those of a source, sorted by path. */
  of(source: string): Promise<readonly Refusal[]>;
  /** Puts these in the place of all that a source had. */
  replace(source: string, refusals: readonly Refusal[]): Promise<void>;
}

/** A call to a language model that is about to be made. */
export interface SpendReservation extends Pick<SpendEntry, "day" | "job" | "caller"> {
  /** Unique. */
  readonly id: string;
  /** Tokens of request and answer, at most. */
  readonly tokens: number;
  /** Millionths of the currency that prices are given in, at most. */
  readonly micros: number;
  /** How many it stands for; one. */
  readonly calls?: number;
}

/** What may be spent; null: no limit. */
export interface SpendLimits {
  readonly dayTokens: number | null;
  readonly dayMicros: number | null;
  /** Of the reservation's job, a day. */
  readonly jobTokens: number | null;
  /** Of the reservation's caller, a day. */
  readonly callerTokens: number | null;
}

/** What was spent. Calls that were reserved and not settled count with what was reserved. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly micros: number;
}

/** Whether a call may be made, and what stood in its way. */
type SpendAnswer =
  | { readonly granted: true }
  | { readonly granted: false; readonly limit: SpendLimit; readonly spent: Spent };

export type SpendLimit = "day tokens" | "day money" | "job tokens" | "caller tokens" | `others' ${string}`;

export interface SpendEntry extends Spent {
  /** The day that it counts for, `2026-11-23`, as the caller sees days. */
  readonly day: string;
  readonly caller: Caller;
  /** What it is for: `ask`, `capture`, `flush`. */
  readonly job: string;
}

/** What others than the owner may use of each limit, all together: the rest is his, whatever they ask. */
const OTHERS_SHARE = 0.5;

/** The limit that a call would pass; null where it passes none. Every engine decides by it. @param day all calls of its day */
export function limitPassed(
  call: SpendReservation,
  limits: SpendLimits,
  day: readonly (Spent & Pick<SpendReservation, "caller" | "job">)[],
): { readonly granted: false; readonly limit: SpendLimit; readonly spent: Spent } | null {
  const job = day.filter((one) => one.job === call.job);
  const others = (calls: typeof day): typeof day => calls.filter(({ caller }) => caller !== "owner");
  const share = (most: number | null): number | null =>
    most === null || call.caller === "owner" ? null : Math.floor(most * OTHERS_SHARE);
  const { callerTokens, dayTokens, dayMicros, jobTokens } = limits;
  const bounds: readonly (readonly [SpendLimit, number | null, "tokens" | "micros", typeof day])[] = [
    ["caller tokens", callerTokens, "tokens", day.filter(({ caller }) => caller === call.caller)],
    ["others' tokens", share(dayTokens), "tokens", others(day)],
    ["others' money", share(dayMicros), "micros", others(day)],
    ["others' job tokens", share(jobTokens), "tokens", others(job)],
    ["day tokens", dayTokens, "tokens", day],
    ["day money", dayMicros, "micros", day],
    ["job tokens", jobTokens, "tokens", job],
  ];
  for (const [limit, most, unit, calls] of bounds) {
    const spent = sumOf(calls);
    if (most !== null && spent[unit] + call[unit] > most) return { granted: false, limit, spent };
  }
  return null;
}

/**
 * The account of what language models cost, by day, caller and job.
 *
 * Contract, as for the catalog, and:
 * - `reserve` looks at the limits and writes the reservation in one step: of two processes that want the last tokens, one gets them.
 * - A process that is killed between `reserve` and `settle` has spent what it reserved: never too little is counted.
 * - `settle` replaces the reservation by what was used; with a call that isn't there it does nothing. Settling twice counts once.
 */
export interface SpendStore {
  reserve(call: SpendReservation, limits: SpendLimits): Promise<SpendAnswer>;
  settle(id: string, used: { readonly tokens: number; readonly micros: number }): Promise<void>;
  of(day: string): Promise<Spent>;
  /** From a day on, the latest day first, then by caller and job. */
  since(day: string): Promise<readonly SpendEntry[]>;
}

export const SPEND_DAYS = 400;

/** Which folders, files and chats a project is made of. */
export interface SourceStore {
  /** All, sorted by key. */
  list(): Promise<readonly Source[]>;
  get(key: string): Promise<Source | null>;
  /** Adds a source, or replaces the one with its key, whole. */
  put(source: Source): Promise<void>;
  /** Forgets a source; its drawers are the index's business. False when there was none. */
  remove(key: string): Promise<boolean>;
}

export const sumOf = (records: readonly Spent[]): Spent =>
  records.reduce<Spent>(
    (sum, { calls, tokens, micros }) => ({
      calls: sum.calls + calls,
      tokens: sum.tokens + tokens,
      micros: sum.micros + micros,
    }),
    { calls: 0, tokens: 0, micros: 0 },
  );
