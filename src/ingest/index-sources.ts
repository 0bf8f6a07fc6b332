import { example, hintOf, option, step } from "../model/next-step.ts";
import { identityKey } from "../embedding/port.ts";
import type { Caller } from "../model/caller.ts";
import type { Job, JobStatus, Progress } from "../operations/answers/run.ts";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import { type HeldLease, holdLease, leaseName } from "./hold-lease.ts";
import { recoverJobs } from "./recover-jobs.ts";
import { runSource } from "./run-source.ts";
import { Tally } from "./tally.ts";
import type { Note } from "../model/note.ts";
import { isInside } from "./source-key.ts";

export interface IndexRequest {
  readonly kind: Job["kind"];
  /** As `resolveSources` gives them; they are remembered when their turn comes. */
  readonly sources: readonly Source[];
  /** Who asked for it, for the audit trail; left out where the run is part of what is entered by itself. */
  readonly caller?: Caller;
  /** The sources are as the catalog had them: when the turn of one comes, how it is to be read then holds. */
  readonly remembered?: boolean;
  /** Reads every file again, changed or not. */
  readonly readAll?: boolean;
  /** The job's id, where it was given out before the run; a new one by default. */
  readonly id?: string;
  /** The job's lease, where it is held already: it stays with its holder. */
  readonly lease?: HeldLease;
  /** The lease of the one source that is asked for, where it is held already: it stays with its holder. */
  readonly sourceLease?: HeldLease;
  /** Takes out what no known source stands for, when nothing failed: what a lost catalog left behind. */
  readonly removeOrphans?: boolean;
  /** Leaves no trace of a run that finds nothing changed: a watch looks often. */
  readonly onlyChanges?: boolean;
  /** Whether a file is still being written to (source key, path in it): it is left as it stands, for a later run. */
  readonly unsettled?: (source: string, path: string) => boolean;
}

export interface IndexOptions {
  /** Ends the run; what was written stays, and the job says `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Called often, from the run itself: be quick. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Maximum number of skipped files that the catalog names; it counts all. A tree may have tens of thousands. */
const SKIPPED_KEPT = 500;

/**
 * One run over sources: each brought up to date under its lease, one after the other; recorded as a job from its start to its
 * end. A run that is aborted, or that another process cancels through the catalog, ends as `cancelled` and keeps what it has written.
 * @returns the finished job
 * @throws what ends a run as a whole (storage, another model's vectors, a bug); the job is recorded as failed all the same
 */
export async function indexSources(
  deps: IngestDependencies,
  { id = deps.newId(), ...request }: IndexRequest,
  options: IndexOptions = {},
): Promise<Job> {
  return await untilCancelled(deps, { job: id, signal: options.signal }, (signal) =>
    recordedRun(deps, { ...request, id }, { ...options, signal }),
  );
}

/** How often a running job looks whether another process wants it to end. */
const LOOK_MS = 1_000;

/** @param work gets a signal that aborts for the mark of `markCancelled` and for `signal` */
async function untilCancelled<T>(
  { catalog: { leases }, lease }: Pick<IngestDependencies, "catalog" | "lease">,
  { job, signal }: { readonly job: string; readonly signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const marked = new AbortController();
  const stop = lease.repeat(LOOK_MS, () => {
    leases
      .list()
      .then((all) => {
        if (all.some(({ name }) => name === leaseName("cancel", job))) marked.abort();
      })
      // The catalog is busy for once: the next look comes in a second.
      .catch(() => false);
  });
  try {
    return await work(signal === undefined ? marked.signal : AbortSignal.any([signal, marked.signal]));
  } finally {
    stop();
    const mark = (await leases.list()).find(({ name }) => name === leaseName("cancel", job));
    if (mark !== undefined) await leases.release(mark.name, mark.owner.token);
  }
}

async function recordedRun(
  deps: IngestDependencies,
  request: IndexRequest & { readonly id: string },
  options: IndexOptions,
): Promise<Job> {
  const { catalog, index } = deps;
  await recoverJobs(catalog, deps.lease);
  const tally = new Tally();
  const started = deps.timer();
  const frame = {
    id: request.id,
    kind: request.kind,
    startedAt: new Date(deps.clock()).toISOString(),
    sources: request.sources.map(({ key }) => key),
  };
  const before = await drawersBefore(deps, request.sources);
  const record = async (status: JobStatus, total: number): Promise<Job> => {
    const job = tally.job(
      { ...frame, status, seconds: Math.round(deps.timer() - started) / 1000 },
      before.sources,
      total,
    );
    await catalog.jobs.put({ ...job, skipped: job.skipped.slice(0, SKIPPED_KEPT) });
    return job;
  };
  const own =
    request.lease === undefined
      ? await holdLease({ leases: catalog.leases, name: leaseName("job", frame.id) }, deps.lease, { patience: 0 })
      : null;
  const audit = async (action: string): Promise<void> => {
    const { caller } = request;
    const details = { kind: frame.kind, sources: frame.sources.length };
    const time = new Date(deps.clock()).toISOString();
    if (caller !== undefined) await catalog.audit.append([{ time, caller, action, object: frame.id, details }]);
  };
  try {
    if (request.onlyChanges !== true) {
      await record("running", before.project);
      await audit("job.start");
    }
    if (deps.provider !== null) await index.setModelIdentity(identityKey(deps.provider.identity));
    // Drawers that were stored while the model was unavailable get their vectors now.
    const readAll = request.readAll === true || (deps.provider !== null && before.withoutVector > 0);
    const onCommit = async (): Promise<void> => void (await record("running", before.project + tally.growth));
    const run = { ...options, deps, job: frame.id, tally, onCommit };
    for (const source of request.sources)
      await runSource(source, {
        ...run,
        readAll,
        remembered: request.remembered === true,
        unsettled: request.unsettled ?? settled,
        lease: request.sourceLease,
      });
    // What a new one holds goes at once out of the one that it lies in.
    for (const source of outerOf(request.sources, await catalog.sources.list()))
      await runSource(source, { ...run, readAll: false, remembered: true, unsettled: settled });
    if (request.removeOrphans === true && tally.failed.length === 0) tally.orphans = await removeOrphans(deps);
    if (tally.added > 0) await index.settle(tally.added);
    tally.notes.push(
      ...overlapNotes(request.sources, await catalog.sources.list()),
      ...emptyNotes(request, tally, before),
    );
    const total = (await index.counts("all")).drawers;
    if (request.onlyChanges === true && tally.isEmpty) {
      await forgetRun(catalog, request.sources, frame.id);
      return tally.job({ ...frame, status: "done", seconds: 0 }, before.sources, total);
    }
    const job = await record(tally.failed.length > 0 ? "failed" : "done", total);
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

/** Puts back the last job of sources that a run without a trace was over. */
async function forgetRun({ sources }: Pick<Catalog, "sources">, before: readonly Source[], job: string): Promise<void> {
  for (const { key, lastJob } of before) {
    const now = await sources.get(key);
    if (now?.lastJob === job) await sources.put({ ...now, lastJob });
  }
}

/** Drawers in the project, in the sources of the run, and without a vector. */
async function drawersBefore(
  { catalog, index }: IngestDependencies,
  sources: readonly Source[],
): Promise<{ readonly project: number; readonly sources: number; readonly withoutVector: number }> {
  const { drawers: project, documents, vectors } = await index.counts("all");
  const withoutVector = project - vectors;
  const running = new Set(sources.map(({ key }) => key));
  const known = await catalog.sources.list();
  // Documents that no source counts are of others, or of none: a lost catalog leaves such behind.
  const counted = known.filter(({ key }) => running.has(key)).reduce((sum, source) => sum + (source.documents ?? 0), 0);
  if (project === 0 || counted === documents) return { project, sources: project, withoutVector };
  const facets = await index.facets("all", { sources: [...running] });
  return { project, withoutVector, sources: Object.values(facets.sources).reduce((sum, count) => sum + count, 0) };
}

/** @returns how many drawers went */
async function removeOrphans({ catalog, index }: IngestDependencies): Promise<number> {
  const documents = await index.documents();
  // Read after the documents: a source is known before anything of it is stored.
  const known = new Set((await catalog.sources.list()).map(({ key }) => key));
  const orphans = documents.filter(({ source }) => !known.has(source));
  return orphans.length === 0
    ? 0
    : (await index.apply({ put: [], remove: orphans.map(({ source, path }) => ({ source, path })) })).removed;
}

/**
 * The note of a run that found nothing to read, over sources that have nothing stored. Runs of a watch don't give it, nor do those with a note
 * that explains it, such as that a source is gone.
 */
function emptyNotes(
  { sources, onlyChanges }: IndexRequest,
  { seen, failed, removedFiles, notes }: Tally,
  before: { readonly sources: number },
): readonly Note[] {
  const found = seen + failed.length + removedFiles + before.sources;
  if (sources.length === 0 || onlyChanges === true || found + notes.length > 0) return [];
  const names = sources.slice(0, 3).map(({ name }) => `'${name}'`);
  return [
    {
      code: "SOURCE_EMPTY",
      message: `nothing to read was found in ${names.join(", ")}${sources.length > 3 ? ", …" : ""}`,
      ...hintOf(
        step`check the path; what is hidden or ignored by git is left out, and other kinds of text need ${option("include")}`,
      ),
    },
  ];
}

const onDisk = ({ kind }: Source): boolean => kind === "file" || kind === "folder";

/** The sources around new ones of a run that are there now, and aren't read by it. */
function outerOf(sources: readonly Source[], all: readonly Source[]): readonly Source[] {
  const added = sources.filter(({ key, lastRun }) => lastRun === null && all.some((one) => one.key === key));
  return all.filter(
    (one) =>
      !sources.some(({ key }) => key === one.key) &&
      onDisk(one) &&
      added.some((source) => onDisk(source) && isInside(source.root, one.root)),
  );
}

/**
 * What should be known of new sources that lie inside another one, or around it: the files of both are stored once, with the inner one,
 * whose scope and place were said for them in particular.
 * @param sources those of a run, as they were before it
 * @param all those of the project
 */
export function overlapNotes(sources: readonly Source[], all: readonly Source[]): readonly Note[] {
  return sources
    .filter((source) => onDisk(source) && source.lastRun === null)
    .flatMap((source) => {
      const other = all.find(
        (one) =>
          one.key !== source.key && onDisk(one) && (isInside(source.root, one.root) || isInside(one.root, source.root)),
      );
      if (other === undefined) return [];
      const [inner, outer] = isInside(source.root, other.root) ? [source, other] : [other, source];
      const [scope, others] = [inner.options.scope, outer.options.scope];
      const differ = scope !== null && others !== null && scope !== others;
      const remove = example("sources rm", inner.key);
      return [
        {
          code: "SOURCE_OVERLAPS",
          message: `'${inner.root}' lies inside the source '${outer.root}': what both hold is stored once, with the inner one${differ ? `, for ${scope}` : ""}`,
          ...hintOf(step`the outer one leaves it out now; to have it there again: ${remove}`),
        },
      ];
    });
}
