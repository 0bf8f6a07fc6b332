import { realpathSync, statSync } from "node:fs";
import { type HeldLease, holdLease, isStale, leaseName } from "../../ingest/hold-lease.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { isInside } from "../../ingest/source-key.ts";
import { type DueRun, type WatchDependencies, type Watching, watchSources } from "../../ingest/watch/watch-sources.ts";
import { sourcePaths } from "../../ingest/watch/watched-paths.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../operations/answers/run.ts";
import { operation, step } from "../../model/next-step.ts";
import type { ProjectStatus } from "../../operations/answers/status.ts";
import type { OpenedProject } from "../opened-project.ts";
import { ingestSettings } from "./ingest-parts.ts";

export interface WatchOptions extends Pick<WatchDependencies, "onJob" | "onState" | "onFault"> {
  /** Keys of the sources to watch; all of them, also those added later, by default. */
  readonly keys?: readonly string[];
}

/** So many changed files are indexed here and now, sooner than another process would have begun. */
const FEW_FILES = 20;

/** Keeps a project's sources current until it is closed; see `watchSources`. Piped texts and uploads don't change by themselves. */
export async function watchProject(
  project: OpenedProject,
  { keys, ...watchOptions }: WatchOptions = {},
): Promise<Watching> {
  const { catalog, system, home, folder } = project;
  const settings = ingestSettings(project.settings, system);
  const ownFolder = realpathSync(home);
  const began = new Date(system.clock()).toISOString();
  // Only written by Loci itself, which indexes what it writes. (The drawers that were added by hand are for people to edit.)
  const kept = [folder.uploads, folder.chats];
  const chosen = keys === undefined ? null : new Set(keys);
  return await watchSources({
    ...watchOptions,
    sources: async () =>
      (await catalog.sources.list()).filter(
        ({ key, kind, root }) =>
          kind !== "stdin" && !kept.some((place) => isInside(root, place)) && (chosen?.has(key) ?? true),
      ),
    async rests(key) {
      const source = await catalog.sources.get(key);
      const last = await catalog.jobs.get(source?.lastJob ?? "");
      if (last?.status === "cancelled" && last.startedAt >= began) return true;
      const leased = await liveLeases(project);
      return (await catalog.jobs.unfinished()).some(
        ({ id, sources }) => sources.includes(key) && leased.has(leaseName("job", id)),
      );
    },
    refresh: (due, signal) => refreshSources(project, due, signal),
    paths: (source) => sourcePaths(source, settings, ownFolder),
    async lease(key): Promise<HeldLease | null> {
      try {
        return await holdLease({ leases: catalog.leases, name: leaseName("watch", key) }, system.lease, {
          patience: 0,
        });
      } catch (thrown) {
        if (thrown instanceof LociError && thrown.code === "SOURCE_BUSY") return null;
        throw thrown;
      }
    },
    timer: system.timer,
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    quiet: project.settings.watch.debounce_ms,
  });
}

/**
 * Brings remembered sources up to date in one job; those that were removed meanwhile are passed over. What takes longer goes where runs of the
 * background go on.
 * @throws LociError `NOTHING_TO_INDEX` when none of them is there, storage errors
 */
async function refreshSources(
  { catalog, indexHandle, ingest, background, system }: OpenedProject,
  { keys, files, unsettled, unsettledFiles }: DueRun,
  signal: AbortSignal,
): Promise<Job> {
  const wanted = new Set(keys);
  const sources = (await catalog.sources.list()).filter(({ key }) => wanted.has(key));
  if (sources.length === 0)
    throw new LociError("NOTHING_TO_INDEX", "the sources are not there any more", {
      hint: step`${operation("sources")} lists those that there are`,
    });
  const kind: Job["kind"] = sources.every((source) => source.kind === "chat") ? "mine" : "index";
  const run = { kind, sources, caller: "owner" as const, remembered: true, onlyChanges: true, unsettled };
  if (files > FEW_FILES) return await background.run({ ...run, id: system.newId(), unsettledFiles }, { signal });
  return await indexHandle.use(async (index) => await indexSources(await ingest(index), run, { signal }));
}

/** The names of leases whose holders are still there. */
async function liveLeases({ catalog, system }: Pick<OpenedProject, "catalog" | "system">): Promise<Set<string>> {
  const leases = await catalog.leases.list();
  return new Set(leases.flatMap((lease) => (isStale(lease, system.lease) ? [] : [lease.name])));
}

export type WatchStatus = ProjectStatus["watch"];

/**
 * Which sources some process keeps current, this one or another, as leases say; and which have gone from their place, of which what was indexed stays.
 * By name, in the order of their keys.
 */
export async function watchStatus(project: Pick<OpenedProject, "catalog" | "system">): Promise<WatchStatus> {
  const leased = await liveLeases(project);
  const sources = await project.catalog.sources.list();
  return {
    watched: sources.filter(({ key }) => leased.has(leaseName("watch", key))).map(({ name }) => name),
    away: sources.filter(({ root }) => statSync(root, { throwIfNoEntry: false }) === undefined).map(({ name }) => name),
  };
}
