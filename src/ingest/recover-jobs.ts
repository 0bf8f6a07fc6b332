import { operation, hintOf, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../operations/answers/run.ts";
import type { Catalog, Lease } from "../storage/ports/catalog.ts";
import { isStale, type LeaseSurroundings, leaseName } from "./hold-lease.ts";

type Recoverable = Pick<Catalog, "jobs" | "leases" | "sources" | "readsOnly">;

/** Prefix of the leases that request the end of a job. */
const CANCEL_REQUEST = leaseName("cancel", "");

/**
 * Marks jobs as failed whose process is gone (killed, machine switched off), and their sources as incomplete; frees everything
 * else that dead processes held. What they had written stays; running again goes on from there.
 * @returns the jobs that were marked
 */
export async function recoverJobs(catalog: Recoverable, surroundings: LeaseSurroundings): Promise<readonly Job[]> {
  const unfinished = await catalog.jobs.unfinished();
  const leases = new Map((await catalog.leases.list()).map((lease) => [lease.name, lease]));
  surroundings.silence.keep(new Set(leases.keys()));
  const recovered: Job[] = [];
  for (const job of unfinished) {
    const name = leaseName("job", job.id);
    const lease = leases.get(name);
    if (lease !== undefined && !isStale(lease, surroundings)) continue;
    // Put aside by a service that was stopped: it waits for the next one.
    if (lease === undefined && job.status === "queued") continue;
    // Of several processes that find it, one marks it.
    if (!(await catalog.leases.take(name, surroundings.owner, surroundings.clock(), lease)).held) continue;
    const interrupted = new LociError("CANCELLED", "the run was interrupted: its process is gone");
    const marked: Job = {
      ...job,
      status: "failed",
      failed: [...job.failed, { path: "", code: interrupted.code, message: interrupted.message }],
      notes: [
        ...job.notes,
        {
          code: "INTERRUPTED",
          message: interrupted.message,
          ...hintOf(step`run ${operation("index")} again; it goes on where this one stopped`),
        },
      ],
    };
    await catalog.jobs.put(marked);
    for (const key of job.sources) {
      const source = await catalog.sources.get(key);
      if (source?.status === "indexing" && source.lastJob === job.id)
        await catalog.sources.put({ ...source, status: "incomplete" });
    }
    await catalog.leases.release(name, surroundings.owner.token);
    recovered.push(marked);
    leases.delete(name);
  }
  await releaseLeftBehind(catalog, surroundings, {
    leases: [...leases.values()],
    judged: new Set(unfinished.map(({ id }) => leaseName("job", id))),
  });
  return recovered;
}

/** Marks runs whose process was killed while this one stayed open, before it tells of runs. */
export async function settleRuns(catalog: Recoverable, surroundings: LeaseSurroundings): Promise<void> {
  if (catalog.readsOnly !== true && (await catalog.jobs.unfinished()).length > 0)
    await recoverJobs(catalog, surroundings);
}

/** Frees what dead processes held, but for jobs that are judged elsewhere. */
async function releaseLeftBehind(
  catalog: Recoverable,
  surroundings: LeaseSurroundings,
  { leases, judged }: { readonly leases: readonly Lease[]; readonly judged: ReadonlySet<string> },
): Promise<void> {
  for (const lease of leases) {
    if (judged.has(lease.name) || !isStale(lease, surroundings) || (await isCancelPending(catalog, lease))) continue;
    const { held } = await catalog.leases.take(lease.name, surroundings.owner, surroundings.clock(), lease);
    if (held) await catalog.leases.release(lease.name, surroundings.owner.token);
  }
}

/** Whether a request to end a job is still pending; its process may end long before the job does. */
async function isCancelPending({ jobs }: Recoverable, { name }: Lease): Promise<boolean> {
  const status = name.startsWith(CANCEL_REQUEST)
    ? (await jobs.get(name.slice(CANCEL_REQUEST.length)))?.status
    : undefined;
  return status === "queued" || status === "running";
}
