import { LociError } from "../../model/error.ts";
import type { Source } from "../../model/source.ts";
import type { HeldLease } from "../hold-lease.ts";
import { PendingChanges } from "./pending-changes.ts";
import { type TreeWatch, type WatchedPaths, watchTree } from "./watched-paths.ts";
import { readdirSync, type Stats, statSync } from "node:fs";

/**
 * `watching`: kept current. `away`: its path is not there; it is looked for. `elsewhere`: another process keeps it current; this
 * one takes over when that one is gone. `retrying`: the last run over it failed; see `problem`.
 */
export type WatchState = "starting" | "watching" | "away" | "elsewhere" | "retrying";

/** How the watch over one source stands. */
export interface WatchedSourceStatus {
  readonly key: string;
  readonly name: string;
  readonly state: WatchState;
  /** Files that changed and wait for their run. */
  readonly pending: number;
  /** What is wrong, and when it is tried again (milliseconds from now). */
  readonly problem: { readonly code: string; readonly message: string; readonly retryInMs: number } | null;
}

export interface WatchedSourceDependencies {
  readonly paths: (source: Source) => WatchedPaths;
  /** The right to watch a source; null while another process has it. */
  readonly lease: (key: string) => Promise<HeldLease | null>;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** How long a file must be quiet, milliseconds. */
  readonly quiet: number;
  /** Something became pending. */
  readonly onPending: () => void;
}

/** Interval between checks of a missing root and between retries of a failed run: initial and maximum value, doubling. */
const LOOK_MS = [1_000, 15_000] as const;
const RETRY_MS = [2_000, 600_000] as const;
/** Polling interval where the system has no watches left. */
const POLL_MS = 2_000;

/** Keeps one source under watch, through everything that can happen to its root. Runs nothing itself. */
export class WatchedSource {
  readonly #deps: WatchedSourceDependencies;
  #source: Source;
  #state: WatchState = "starting";
  #problem: { readonly code: string; readonly message: string } | null = null;
  readonly #pending: PendingChanges;
  #paths: WatchedPaths | null = null;
  #tree: TreeWatch | null = null;
  #lease: HeldLease | null = null;
  #root: RootIdentity | null = null;
  /** Whether a run is due whatever is pending: at the start, after a return, after a failure. When, by the timer. */
  #runAt: number | null = null;
  #attempts = 0;
  #lookAt = 0;
  /** An ignore file changed, so other folders are to be watched. */
  #rulesChanged = false;
  #polling = false;

  constructor(source: Source, deps: WatchedSourceDependencies) {
    this.#source = source;
    this.#deps = deps;
    this.#pending = new PendingChanges(deps.quiet);
  }

  get source(): Source {
    return this.#source;
  }

  status(): WatchedSourceStatus {
    const { key, name } = this.#source;
    const next = this.#state === "away" ? this.#lookAt : (this.#runAt ?? 0);
    const problem =
      this.#problem === null
        ? null
        : { ...this.#problem, retryInMs: Math.max(0, Math.round(next - this.#deps.timer())) };
    return { key, name, state: this.#state, pending: this.#pending.size, problem };
  }

  /** Looks at the root and does what follows: opens the watch, opens it anew, or puts it away. To be called every second. */
  async look(): Promise<void> {
    const now = this.#deps.timer();
    if (this.#lease === null) {
      this.#lease = await this.#deps.lease(this.#source.key);
      if (this.#lease === null) {
        this.#state = "elsewhere";
        return;
      }
      this.#state = "starting";
    }
    if (this.#state === "away" && now < this.#lookAt) return;
    const presence = rootPresence(this.#source.root, this.#root, (this.#source.documents ?? 0) > 0);
    if (presence.state === "away") return await this.#leave(now, presence.empty);
    const changed = presence.state === "replaced";
    this.#root = presence.identity;
    if (this.#tree !== null && !changed && !this.#rulesChanged) return;
    try {
      await this.#open();
    } catch (thrown) {
      // It vanished while it was being opened: the next look finds it away.
      if (!(thrown instanceof LociError) && (thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
      await this.#leave(now, false);
    }
  }

  /** How long until a run is due: 0 now, null when none is. */
  wait(): number | null {
    if (this.#tree === null) return null;
    const now = this.#deps.timer();
    if (this.#runAt !== null) return Math.max(0, this.#runAt - now);
    return this.#pending.wait(now);
  }

  /** Takes what is due: a run over this source starts now. Gives how many files changed; Infinity where that isn't known. */
  take(): number {
    const known = this.#runAt === null;
    this.#runAt = null;
    const taken = this.#pending.take(this.#deps.timer()).length;
    return known && !this.#rulesChanged ? taken : Infinity;
  }

  /** Files that are still being written to. */
  unsettled(): readonly string[] {
    return this.#pending.unsettled(this.#deps.timer());
  }

  /** Whether a file (path inside the source) is still being written to. */
  isUnsettled(path: string): boolean {
    return this.#pending.isUnsettled(path, this.#deps.timer());
  }

  /** Its run isn't to begin yet: it is asked for again with the next look. */
  postpone(): void {
    this.#runAt = this.#deps.timer() + LOOK_MS[0];
  }

  /** A run over it ended well, or was ended by somebody, who says when it goes on. */
  succeeded(): void {
    this.#attempts = 0;
    if (this.#state === "away") return;
    this.#state = "watching";
    this.#problem = null;
  }

  /** A run over it failed: it is tried again, later each time. */
  failed(code: string, message: string): void {
    if (this.#state === "away") return;
    this.#state = "retrying";
    this.#problem = { code, message };
    this.#runAt = this.#deps.timer() + backOff(RETRY_MS, this.#attempts++);
  }

  /** Its options were changed: other files are to be watched. */
  update(source: Source): void {
    if (JSON.stringify(source.options) !== JSON.stringify(this.#source.options)) this.#rulesChanged = true;
    this.#source = source;
  }

  async close(): Promise<void> {
    await this.#tree?.close();
    this.#tree = null;
    await this.#lease?.release();
    this.#lease = null;
  }

  async #open(): Promise<void> {
    this.#rulesChanged = false;
    const old = this.#tree;
    const paths = this.#deps.paths(this.#source);
    this.#paths = paths;
    this.#tree = await watchTree(this.#source.root, {
      ignores: (absolute, kind) => paths.ignores(absolute, kind),
      onChange: (absolute) => this.#change(absolute),
      onError: (error) => this.#refused(error),
      ...(this.#polling && { pollEvery: POLL_MS }),
    });
    await old?.close();
    this.#attempts = 0;
    this.#state = "watching";
    if (!this.#polling) this.#problem = null;
    // What changed before is not told by any event.
    this.#runAt = this.#deps.timer();
    this.#deps.onPending();
  }

  async #leave(now: number, empty: boolean): Promise<void> {
    if (this.#state !== "away") this.#attempts = 0;
    this.#state = "away";
    const how = empty
      ? "is empty, as where a disk belongs that is not there; what was indexed of it stays until the next run over it"
      : "is not there; what was indexed of it stays";
    this.#problem = { code: "PATH_NOT_FOUND", message: `'${this.#source.root}' ${how}` };
    this.#lookAt = now + backOff(LOOK_MS, this.#attempts++);
    this.#pending.clear();
    this.#runAt = null;
    await this.#tree?.close();
    this.#tree = null;
  }

  #change(absolute: string): void {
    const path = this.#paths?.inside(absolute);
    if (path === undefined || path === null || this.#paths === null) return;
    if (this.#paths.isRuleFile(absolute)) this.#rulesChanged = true;
    else if (path !== "" && this.#paths.ignores(absolute, "file")) return;
    this.#pending.touch(path, this.#deps.timer());
    this.#deps.onPending();
  }

  // Out of watches (ENOSPC) or of file handles (EMFILE): looking again and again is slower, and misses nothing.
  #refused(error: Error): void {
    const { code = "UNKNOWN" } = error as NodeJS.ErrnoException;
    this.#problem = {
      code: "UNAVAILABLE",
      message: `the system refused to watch '${this.#source.root}' (${code}); its files are looked at every ${POLL_MS / 1000} seconds instead`,
    };
    if (this.#polling || (code !== "ENOSPC" && code !== "EMFILE")) return;
    this.#polling = true;
    this.#rulesChanged = true;
  }
}

const backOff = ([first, longest]: readonly [number, number], attempts: number): number =>
  Math.min(longest, first * 2 ** Math.min(attempts, 30));

interface RootIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** How a root stands. `replaced`: it is there, but another folder or file than before. `empty`: for us it is not there either. */
type RootPresence =
  | { readonly state: "away"; readonly empty: boolean }
  | { readonly state: "same" | "replaced"; readonly identity: RootIdentity };

/**
 * Looks whether a root is there. An empty folder where another one stood counts as away: it is the mount point of a disk that was
 * taken out, and taking it for a deletion would empty the index. (A folder that somebody emptied is still the same folder.) So does
 * an empty one at the first look, where something of it is indexed.
 * @param before what it was when it was last seen; null when it wasn't yet
 * @param isIndexed whether something of it is indexed
 */
function rootPresence(root: string, before: RootIdentity | null, isIndexed: boolean): RootPresence {
  let stat: Stats;
  try {
    stat = statSync(root);
    const { dev, ino } = stat;
    const known = before !== null && before.dev === dev && before.ino === ino;
    const unknown = before === null && !isIndexed;
    // A file is replaced by every atomic save.
    if (known || unknown || !stat.isDirectory()) return { state: "same", identity: { dev, ino } };
    if (readdirSync(root).length === 0) return { state: "away", empty: true };
    return { state: before === null ? "same" : "replaced", identity: { dev, ino } };
  } catch {
    // Whatever keeps us from seeing it (gone, a dead network share, no permission), it is not there for us.
    return { state: "away", empty: false };
  }
}
