import type { OpenedProject } from "../opened-project.ts";
import { operation, hintOf, step } from "../../model/next-step.ts";
import { type HeldLease, holdLease, isStale, leaseName } from "../../ingest/hold-lease.ts";
import { settleRuns } from "../../ingest/recover-jobs.ts";
import { requireScopes } from "../../ingest/resolve-sources.ts";
import { Tally } from "../../ingest/tally.ts";
import { asLociError, LociError } from "../../model/error.ts";
import type { Job, Progress } from "../../operations/answers/run.ts";
import type { Source } from "../../model/source.ts";
import { type IndexPathsOptions, type MinePathsOptions, sourcesOf } from "../documents/sources-of.ts";
import { type JobEvent, JobFeed, markCancelled } from "./job-signals.ts";

/** Runs that go on at once. More would only wait for each other: one thread parses, one transaction writes. */
const WORKERS = 2;
/** Between two looks at a job that runs in another process. */
const POLL_MS = 300;

type QueueOptions<T> = Omit<T, "signal" | "onProgress">;

/** Runs that go on in the background, one after the other on a bounded number of workers. */
export interface JobQueue {
  /** As `Project.index`, but at once gives the job as it waits. @throws as `Project.index`, for what is wrong with the request */
  index(paths: readonly string[], options?: QueueOptions<IndexPathsOptions>): Promise<Job>;
  /** As `Project.mine`. */
  mine(paths: readonly string[], options?: QueueOptions<MinePathsOptions>): Promise<Job>;
  /** Brings remembered sources up to date; `readAll` reads unchanged files again. @throws LociError `SOURCE_NOT_FOUND` */
  refresh(keys: readonly string[], options?: { readonly readAll?: boolean }): Promise<Job>;
  /** The same sources again, as a new job. @throws LociError `JOB_NOT_FOUND`, `NOTHING_TO_INDEX` when none of them is left */
  retry(id: string): Promise<Job>;
  /**
   * Ends a job that waits or runs, in this or another process; what it has written stays. Gives the job as it is then: one that
   * runs elsewhere ends within seconds. A job that has ended stays as it ended. @throws LociError `JOB_NOT_FOUND`
   */
  cancel(id: string): Promise<Job>;
  /** What happens to a job, beginning with its present state; ends when it has ended. @throws LociError `JOB_NOT_FOUND` */
  events(id: string, options?: { readonly signal?: AbortSignal }): AsyncIterable<JobEvent>;
  /** Resolves when a job has ended. @throws LociError `JOB_NOT_FOUND` */
  ended(id: string, options?: { readonly signal?: AbortSignal }): Promise<Job>;
  /** Takes up jobs that a process left waiting when it was stopped. */
  resume(): Promise<readonly Job[]>;
  /** Puts everything aside: what waits or runs is left as `queued`, for `resume` of the next process. Nothing more is taken. */
  pause(): Promise<void>;
}

interface Entry {
  readonly job: Job;
  readonly sources: readonly Source[];
  readonly readAll: boolean;
  /** Taken as soon as the job waits, so that other processes see that it is owned. */
  readonly lease: HeldLease;
  readonly feed: JobFeed;
  readonly ending: AbortController;
}

export function createJobQueue(project: OpenedProject): JobQueue {
  const { catalog, indexHandle, system } = project;
  const entries = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const running = new Set<Promise<void>>();
  let closing = false;

  const known = async (id: string): Promise<Job> => {
    await settleRuns(catalog, system.lease);
    const job = await catalog.jobs.get(id);
    if (job !== null) return job;
    throw new LociError("JOB_NOT_FOUND", `there is no job '${id.slice(0, 80)}'`, {
      hint: step`${operation("sources jobs")} lists them`,
    });
  };

  const work = async (entry: Entry): Promise<void> => {
    const { job, sources, feed, ending, readAll, lease } = entry;
    let ended: Job | null = null;
    try {
      feed.publish({ type: "job", job: { ...job, status: "running" } });
      const onProgress = (progress: Progress): void => feed.publish({ type: "progress", progress });
      ended = await project.background.run(
        { kind: job.kind, sources, caller: "owner", readAll, id: job.id, lease },
        { signal: ending.signal, onProgress },
      );
    } catch (thrown) {
      // Recorded with the job already, unless it failed before there was one to record.
      const recorded = await catalog.jobs.get(job.id);
      ended = recorded?.status === "failed" ? recorded : failed(recorded ?? job, thrown);
      await markIncomplete(job);
    } finally {
      if (closing && ended?.status === "cancelled") ended = paused(ended);
      if (ended !== null && (ended.status === "queued" || ended.status === "failed")) await catalog.jobs.put(ended);
      await lease.release();
      entries.delete(job.id);
      if (ended !== null) feed.publish({ type: "job", job: ended });
      feed.end();
    }
  };

  // Where the run ended before it could say so itself.
  const markIncomplete = async ({ id, sources }: Job): Promise<void> => {
    for (const source of await present(sources))
      if (source.status === "indexing" && source.lastJob === id)
        await catalog.sources.put({ ...source, status: "incomplete" });
  };

  const start = (): void => {
    while (!closing && running.size < WORKERS && waiting.length > 0) {
      const entry = waiting.shift() as Entry;
      const run = work(entry)
        // Only the catalog itself can fail here; the job is then found without a lease, and marked, by whoever opens it next.
        .catch(() => entry.feed.end())
        .finally(() => {
          running.delete(run);
          start();
        });
      running.add(run);
    }
  };

  const enqueue = async (job: Job, sources: readonly Source[], readAll = false): Promise<Job> => {
    if (closing)
      throw new LociError("UNAVAILABLE", "the service is being stopped", { hint: "try again when it is back" });
    const lease = await holdLease({ leases: catalog.leases, name: leaseName("job", job.id) }, system.lease, {
      patience: 0,
    });
    await catalog.jobs.put(job);
    const entry: Entry = { job, sources, readAll, lease, feed: new JobFeed(), ending: new AbortController() };
    entries.set(job.id, entry);
    waiting.push(entry);
    start();
    return job;
  };

  const add = async (kind: Job["kind"], sources: readonly Source[], readAll = false): Promise<Job> => {
    await indexHandle.use(async (index) => await requireScopes(await project.ingest(index), sources));
    // Remembered now, so that the job can go on after a restart.
    for (const source of sources) await catalog.sources.put(source);
    const frame = {
      id: system.newId(),
      kind,
      status: "queued" as const,
      startedAt: new Date(system.clock()).toISOString(),
      seconds: 0,
      sources: sources.map(({ key }) => key),
    };
    return await enqueue(new Tally().job(frame, 0, 0), sources, readAll);
  };

  const present = async (keys: readonly string[]): Promise<readonly Source[]> => {
    const wanted = new Set(keys);
    return (await catalog.sources.list()).filter(({ key }) => wanted.has(key));
  };

  return {
    index: async (paths, options = {}) =>
      await add("index", await sourcesOf(project, { paths, kind: "index" }, options)),
    mine: async (paths, options = {}) => await add("mine", await sourcesOf(project, { paths, kind: "mine" }, options)),
    async refresh(keys, { readAll = false } = {}) {
      const sources = await present(keys);
      const missing = keys.filter((key) => !sources.some((source) => source.key === key));
      if (missing.length > 0)
        throw new LociError("SOURCE_NOT_FOUND", `there is no source '${String(missing[0]).slice(0, 200)}'`, {
          hint: step`${operation("sources")} lists them`,
        });
      return await add(sources.every(({ kind }) => kind === "chat") ? "mine" : "index", sources, readAll);
    },
    async retry(id) {
      const job = await known(id);
      const sources = await present(job.sources);
      if (sources.length === 0)
        throw new LociError("NOTHING_TO_INDEX", "the sources of that job are not there any more", {
          hint: "index their paths again",
        });
      return await add(job.kind, sources, job.kind === "rebuild");
    },
    async cancel(id) {
      const job = await known(id);
      if (job.status !== "queued" && job.status !== "running") return job;
      const entry = entries.get(id);
      const place = entry === undefined ? -1 : waiting.indexOf(entry);
      const lease = (await catalog.leases.list()).find(({ name }) => name === leaseName("job", id));
      if (entry !== undefined && place < 0) {
        entry.ending.abort();
        return await finalState(entry, await known(id));
      }
      if (entry === undefined && lease !== undefined && !isStale(lease, system.lease)) {
        await markCancelled(catalog.leases, id, system.lease);
        return await known(id);
      }
      if (place >= 0) waiting.splice(place, 1);
      const cancelled: Job = { ...job, status: "cancelled" };
      await catalog.jobs.put(cancelled);
      for (const source of await present(job.sources)) await catalog.sources.put({ ...source, lastJob: id });
      entries.delete(id);
      await entry?.lease.release();
      entry?.feed.publish({ type: "job", job: cancelled });
      entry?.feed.end();
      return cancelled;
    },
    async *events(id, { signal } = {}) {
      const entry = entries.get(id);
      const now = await known(id);
      // What has begun is recorded once it has looked at its sources.
      const begun = entry !== undefined && !waiting.includes(entry) && now.status === "queued";
      yield { type: "job", job: begun ? { ...now, status: "running" } : now };
      if (entry !== undefined) return yield* entry.feed.events(signal);
      // It runs in another process, or has ended.
      for (let job = now; job.status === "queued" || job.status === "running";) {
        await system.lease.sleep(POLL_MS, signal);
        const next = await known(id);
        if (JSON.stringify(next) !== JSON.stringify(job)) yield { type: "job", job: next };
        job = next;
      }
    },
    async ended(id, { signal } = {}) {
      const entry = entries.get(id);
      if (entry !== undefined) return await finalState(entry, await known(id), signal);
      let job = await known(id);
      while (job.status === "queued" || job.status === "running") {
        await system.lease.sleep(POLL_MS, signal);
        job = await known(id);
      }
      return job;
    },
    async resume() {
      const leases = new Set((await catalog.leases.list()).map(({ name }) => name));
      const resumed: Job[] = [];
      for (const job of await catalog.jobs.unfinished()) {
        if (job.status !== "queued" || leases.has(leaseName("job", job.id)) || entries.has(job.id)) continue;
        const sources = await present(job.sources);
        if (sources.length === 0) await catalog.jobs.put({ ...job, status: "cancelled" });
        else resumed.push(await enqueue({ ...job, notes: [] }, sources, job.kind === "rebuild"));
      }
      return resumed;
    },
    async pause() {
      closing = true;
      for (const { feed, lease } of waiting.splice(0)) {
        await lease.release();
        feed.end();
      }
      for (const { ending } of entries.values()) ending.abort();
      await Promise.all(running);
    },
  };
}

async function finalState({ feed }: Entry, now: Job, signal?: AbortSignal): Promise<Job> {
  let last = now;
  for await (const event of feed.events(signal)) if (event.type === "job") last = event.job;
  signal?.throwIfAborted();
  return last;
}

function paused(job: Job): Job {
  return {
    ...job,
    status: "queued",
    notes: [
      ...job.notes,
      {
        code: "PAUSED",
        message: "the service was stopped while the job ran",
        ...hintOf(step`it goes on when ${operation("serve")} starts again`),
      },
    ],
  };
}

function failed(job: Job, thrown: unknown): Job {
  const { code, message } = asLociError(thrown);
  return { ...job, status: "failed", failed: [...job.failed, { path: "", code, message }] };
}
