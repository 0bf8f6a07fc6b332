import { dirname } from "node:path";
import { identityKey } from "../embedding/identity.ts";
import { LociError } from "../model/error.ts";
import type { Job, JobStatus } from "../model/job.ts";
import type { Source } from "../model/source.ts";
import { BatchWriter } from "./batch-writer.ts";
import { indexChats } from "./chats/index-chats.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { embedDrafts } from "./embed-drafts.ts";
import { type HeldLease, holdLease } from "./hold-lease.ts";
import { indexFiles } from "./index-files.ts";
import type { Progress } from "./progress.ts";
import { recipe } from "./recipe.ts";
import { jobLease, recoverJobs } from "./recover-jobs.ts";
import { Tally } from "./tally.ts";

/** What is to be brought up to date. */
export interface IndexRequest {
  readonly kind: Job["kind"];
  /** As `resolveSources` gives them; they are remembered when their turn comes. */
  readonly sources: readonly Source[];
  /** Reads every file again, changed or not. */
  readonly readAll?: boolean;
  /** The job's id, where it was given out before the run; a new one by default. */
  readonly id?: string;
  /** The job's lease, where it is held already: it stays with its holder. */
  readonly lease?: HeldLease;
  /** Whether a file is still being written to (source key, path in it): it is left as it stands, for a later run. */
  readonly unsettled?: (source: string, path: string) => boolean;
}

/** How a run is watched and ended. */
export interface IndexOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How long a run waits for another process that works on the same source. */
const PATIENCE_MS = 10 * 60_000;

/** How far a file system's clock may lag behind the system's: one tick of the kernel, 10 ms at most, and what rounding adds. */
const CLOCK_TICK_MS = 20;

/** Skipped files that the catalog keeps by name; their number is kept in any case. A tree may hold tens of thousands. */
const SKIPPED_KEPT = 500;

/** Errors of one source; the others go on. */
const SOURCE_FAULTS: ReadonlySet<string> = new Set(["PATH_NOT_FOUND", "PATH_UNREADABLE", "SOURCE_BUSY", "SOURCE_SCOPE_REQUIRED", "TRANSCRIPT_UNRECOGNISED"]);

/**
 * One run over sources: each brought up to date under its lease, one after the other; recorded as a job from its start to its
 * end. An aborted run ends as `cancelled` and keeps what it has written.
 *
 * @returns the finished job
 * @throws what ends a run as a whole (storage, another model's vectors, a bug); the job is recorded as failed all the same
 */
export async function indexSources(deps: IngestDependencies, request: IndexRequest, options: IndexOptions = {}): Promise<Job> {
  const { catalog, index } = deps;
  await recoverJobs(catalog, deps.lease);
  const tally = new Tally();
  const started = deps.timer();
  const frame = { id: request.id ?? deps.newId(), kind: request.kind, startedAt: new Date(deps.clock()).toISOString(), sources: request.sources.map(({ key }) => key) };
  const before = await drawersBefore(deps, request.sources);
  const record = async (status: JobStatus, total: number): Promise<Job> => {
    const job = tally.job({ ...frame, status, seconds: Math.round(deps.timer() - started) / 1000 }, before.sources, total);
    await catalog.jobs.put({ ...job, skipped: job.skipped.slice(0, SKIPPED_KEPT) });
    return job;
  };
  const own = request.lease === undefined ? await holdLease(catalog.leases, jobLease(frame.id), deps.lease, { patience: 0 }) : null;
  const audit = (action: string): Promise<void> =>
    catalog.audit.append([{ time: new Date(deps.clock()).toISOString(), caller: "owner", action, object: frame.id, details: { kind: frame.kind, sources: frame.sources.length } }]);
  try {
    await record("running", before.project);
    await audit("job.start");
    if (deps.provider !== null) await index.setModelIdentity(identityKey(deps.provider.identity));
    // Drawers that were stored while the model was unavailable get their vectors now.
    const readAll = request.readAll === true || (deps.provider !== null && before.withoutVector > 0);
    for (const source of request.sources) {
      await runSource(deps, source, frame.id, tally, readAll, request.unsettled ?? settled, options, async () => void (await record("running", before.project + tally.growth)));
    }
    const job = await record(tally.failed.length > 0 ? "failed" : "done", (await index.counts("all")).drawers);
    await audit("job.end");
    return job;
  } catch (thrown) {
    if (options.signal?.aborted === true) return await record("cancelled", (await index.counts("all")).drawers);
    tally.failRun("", thrown);
    await record("failed", before.project + tally.growth);
    throw thrown;
  } finally {
    await own?.release();
  }
}

const settled = (): boolean => false;

/** Drawers in the project, in the sources of the run, and without a vector. */
async function drawersBefore({ catalog, index }: IngestDependencies, sources: readonly Source[]): Promise<{ readonly project: number; readonly sources: number; readonly withoutVector: number }> {
  const { drawers: project, vectors } = await index.counts("all");
  const withoutVector = project - vectors;
  const running = new Set(sources.map(({ key }) => key));
  const others = (await catalog.sources.list()).filter(({ key }) => !running.has(key));
  if (project === 0 || others.length === 0) return { project, sources: project, withoutVector };
  const facets = await index.facets("all", { sources: [...running] });
  return { project, withoutVector, sources: Object.values(facets.sources).reduce((sum, count) => sum + count, 0) };
}

async function runSource(
  deps: IngestDependencies,
  asked: Source,
  jobId: string,
  tally: Tally,
  readAll: boolean,
  unsettled: NonNullable<IndexRequest["unsettled"]>,
  { signal, onProgress }: IndexOptions,
  onCommit: () => Promise<void>,
): Promise<void> {
  const { catalog, index, provider } = deps;
  let written = 0;
  let files = { done: 0, total: 0 };
  const report = (phase: Progress["phase"], done: number, total: number): void => {
    files = { done, total };
    onProgress?.({ phase, source: asked.name, files, drawers: written });
  };
  let lease: HeldLease | null = null;
  let source = asked;
  const failedBefore = tally.failed.length;
  try {
    lease = await holdLease(catalog.leases, `source:${asked.key}`, deps.lease, { patience: PATIENCE_MS, onWait: () => report("waiting", 0, 0), signal });
    // Another process may have finished with it while this one waited.
    const stored = await catalog.sources.get(asked.key);
    const began = new Date(deps.clock()).toISOString();
    const checkedFrom = stored?.checkedFrom ?? null;
    const scope = asked.options.scope ?? deps.settings.scope;
    const project = asked.kind === "chat" ? null : deps.projectOf(asked.kind === "folder" ? asked.root : dirname(asked.root));
    const wanted = recipe({ ...asked.options, scope }, deps.settings, project, provider === null ? null : identityKey(provider.identity));
    const known = new Map((await index.documents(asked.key)).map((document) => [document.path, document]));
    const again = readAll || (stored?.recipe ?? null) !== wanted;
    // Where nothing is stored, nothing of another recipe is: an interrupted first run goes on where it stopped.
    const mixed = again && known.size > 0;
    source = { ...asked, addedAt: stored?.addedAt ?? asked.addedAt, lastRun: stored?.lastRun ?? null, lastJob: jobId, checkedFrom, status: "indexing", recipe: mixed ? null : wanted };
    await catalog.sources.put(source);
    const writer = new BatchWriter({
      index,
      embed: (drafts) => embedDrafts(drafts, provider, deps.cache, signal),
      lease,
      tally,
      limits: deps.batch,
      onCommit: async (drawers) => {
        written = drawers;
        await onCommit();
        report("writing", files.done, files.total);
      },
      signal,
    });
    const run = { deps, source, scope, project, known, checkedFrom: checkedFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(checkedFrom) - CLOCK_TICK_MS, readAll: again, unsettled: (path: string) => unsettled(asked.key, path), writer, tally, onProgress: report, signal };
    await (source.kind === "chat" ? indexChats(run) : indexFiles(run));
    const complete = tally.failed.length === failedBefore;
    if (writer.unavailable !== null) tally.notes.push({ code: "MODEL_UNAVAILABLE", message: writer.unavailable.message, hint: writer.unavailable.hint });
    const current = writer.unavailable === null && (!mixed || complete);
    source = { ...source, checkedFrom: complete ? began : checkedFrom, status: complete ? "ready" : "incomplete", recipe: current ? wanted : null };
    report("done", files.total, files.total);
  } catch (thrown) {
    source = { ...source, status: "incomplete" };
    signal?.throwIfAborted();
    if (!(thrown instanceof LociError) || !SOURCE_FAULTS.has(thrown.code)) throw thrown;
    tally.failRun(asked.root, thrown);
  } finally {
    if (lease !== null) {
      await catalog.sources.put({ ...source, lastRun: new Date(deps.clock()).toISOString() });
      await lease.release();
    }
  }
}
