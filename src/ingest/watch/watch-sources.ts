import { asLociError } from "../../model/error.ts";
import type { Job } from "../../operations/answers/run.ts";
import type { Source } from "../../model/source.ts";
import { WatchedSource, type WatchedSourceDependencies, type WatchedSourceStatus } from "./watched-source.ts";

export interface WatchDependencies extends Omit<WatchedSourceDependencies, "onPending"> {
  readonly sources: () => Promise<readonly Source[]>;
  /** Whether a source is left alone for now: somebody else's run is over it, or its last one was cancelled while the watch went on. */
  readonly rests: (key: string) => Promise<boolean>;
  /** Brings sources up to date in one job, but for files that are still being written to. */
  readonly refresh: (due: DueRun, signal: AbortSignal) => Promise<Job>;
  /** Does something once, after so many milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
  /** Called after each run. */
  readonly onJob?: (job: Job) => void;
  /** Called when looking at the sources failed; it is tried again. */
  readonly onFault?: (thrown: unknown) => void;
  /** Called when a source's state changed. */
  readonly onState?: (status: WatchedSourceStatus) => void;
}

export interface DueRun {
  readonly keys: readonly string[];
  /** Files that changed; Infinity where that isn't known. */
  readonly files: number;
  /** Whether a file is still being written to, now. */
  readonly unsettled: (key: string, path: string) => boolean;
  /** Those that are, as the run begins. */
  readonly unsettledFiles: readonly (readonly [key: string, path: string])[];
}

/** A watch that goes on until it is closed. */
export interface Watching {
  /** How each source stands, sorted by key. */
  status(): readonly WatchedSourceStatus[];
  /** Ends watching; a run that goes on is cancelled, and what it has written stays. */
  close(): Promise<void>;
}

/** Interval between checks of the sources and their roots, milliseconds. */
const LOOK_MS = 1_000;

/**
 * Keeps sources current: those that there are and those that are added while it goes on. Changes that come together are one run;
 * one run goes on at a time. At the start each source is brought up to date once, after its watch is open, so nothing falls
 * between. Resolves when every source that is there is being watched.
 */
export async function watchSources(deps: WatchDependencies): Promise<Watching> {
  const watched = new Map<string, WatchedSource>();
  const reported = new Map<string, string>();
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let cancelLook = (): void => {};
  let cancelRun = (): void => {};
  /** When the next run is looked at, by the timer. */
  let runAt = Infinity;

  const report = (): void => {
    for (const [key, source] of watched) {
      const status = source.status();
      const summary = `${status.state} ${status.problem?.code ?? ""}`;
      if (reported.get(key) === summary) continue;
      reported.set(key, summary);
      deps.onState?.(status);
    }
  };

  const schedule = (): void => {
    cancelRun();
    runAt = Infinity;
    if (ending.signal.aborted || running !== null) return;
    const waits = [...watched.values()].flatMap((source) => source.wait() ?? []);
    if (waits.length === 0) return;
    const wait = Math.min(...waits);
    runAt = deps.timer() + wait;
    cancelRun = deps.after(wait, () => {
      running = run().finally(() => {
        running = null;
        schedule();
      });
    });
  };

  const onPending = (): void => {
    // The first change sets the timer, so that the ten thousandth costs nothing; when it ends it is seen who has changed since.
    if (running === null && runAt > deps.timer() + deps.quiet) schedule();
  };

  const run = async (): Promise<void> => {
    const due: WatchedSource[] = [];
    for (const source of watched.values()) {
      if (source.wait() !== 0) continue;
      // A root that has just gone must not be taken for an empty one.
      await source.look();
      if (source.wait() !== 0) continue;
      if (await deps.rests(source.source.key)) source.postpone();
      else due.push(source);
    }
    if (due.length === 0 || ending.signal.aborted) return report();
    const files = due.reduce((sum, source) => sum + source.take(), 0);
    const unsettledFiles = due.flatMap((source) =>
      source.unsettled().map((path) => [source.source.key, path] as const),
    );
    const keys = due.map(({ source }) => source.key).sort();
    try {
      const job = await deps.refresh(
        { keys, files, unsettled: (key, path) => watched.get(key)?.isUnsettled(path) ?? false, unsettledFiles },
        ending.signal,
      );
      const after = new Map((await deps.sources()).map((source) => [source.key, source.status]));
      const [failure] = job.failed;
      for (const source of due) {
        if (after.get(source.source.key) === "incomplete" && job.status !== "cancelled")
          source.failed(failure?.code ?? "CANCELLED", failure?.message ?? "the run did not finish");
        else source.succeeded();
      }
      deps.onJob?.(job);
    } catch (thrown) {
      if (ending.signal.aborted) return;
      const { code, message } = asLociError(thrown);
      for (const source of due) source.failed(code, message);
    }
    report();
  };

  const look = async (): Promise<void> => {
    const sources = new Map((await deps.sources()).map((source) => [source.key, source]));
    for (const [key, source] of watched) {
      const now = sources.get(key);
      if (now !== undefined) source.update(now);
      else {
        watched.delete(key);
        reported.delete(key);
        await source.close();
      }
    }
    for (const [key, source] of sources) {
      if (ending.signal.aborted) return;
      const one = watched.get(key) ?? new WatchedSource(source, { ...deps, onPending });
      watched.set(key, one);
      await one.look();
    }
    report();
  };

  const lookAgain = (): void => {
    if (ending.signal.aborted) return;
    cancelLook = deps.after(LOOK_MS, () => {
      looking = look()
        // The catalog may be busy for once: the next look comes in a second.
        .catch((thrown: unknown) => deps.onFault?.(thrown))
        .finally(() => {
          schedule();
          lookAgain();
        });
    });
  };

  await look();
  schedule();
  lookAgain();
  return {
    status: () => [...watched.values()].map((source) => source.status()).sort((a, b) => (a.key < b.key ? -1 : 1)),
    async close() {
      ending.abort();
      cancelLook();
      cancelRun();
      await looking;
      await running;
      for (const source of watched.values()) await source.close();
      watched.clear();
    },
  };
}
