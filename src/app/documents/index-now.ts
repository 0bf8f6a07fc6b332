import type { OpenedProject } from "../opened-project.ts";
import { indexSources, type IndexOptions } from "../../ingest/index-sources.ts";
import { requireScopes } from "../../ingest/require-scopes.ts";
import type { Job } from "../../model/job.ts";
import type { Source } from "../../model/source.ts";
import { hasMuchText } from "../../ingest/has-much-text.ts";
import { untilCancelled } from "../jobs/cancellation.ts";
import { isForgettingUnfinished } from "../palace/leave-no-trace.ts";
import { noteRemoved } from "../palace/removed-texts.ts";
import { keepRooms } from "../palace/kept-rooms.ts";

/**
 * Brings sources up to date here and now, for somebody who waits for it. Another process may cancel it.
 *
 * @throws LociError `SOURCE_SCOPE_REQUIRED`, `MODEL_MISMATCH`, storage errors
 */
export async function indexNow(
  project: OpenedProject,
  kind: Job["kind"],
  sources: readonly Source[],
  { signal, onProgress }: IndexOptions,
): Promise<Job> {
  const { indexHandle, ingest, catalog, system, thread } = project;
  // Before anything else is loaded, which takes as long as the thread does to begin.
  if (sources.some((source) => source.kind === "folder" && source.lastRun === null && hasMuchText(source.root)))
    thread.expect();
  return await indexHandle.use(async (index) => {
    const deps = await ingest(index);
    await requireScopes(deps, sources);
    const id = system.newId();
    const job = await untilCancelled(catalog.leases, id, system.lease, signal, (ending) =>
      indexSources(deps, { kind, sources, id }, { signal: ending, onProgress }),
    );
    await noteRemoved(project, job);
    await finishForgotten(project);
    await keepRooms(project, index, job);
    return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
  });
}

/**
 * The same where runs of the background go on, for somebody who waits for it in a process that answers others meanwhile.
 *
 * @throws as `indexNow`, and LociError `UNAVAILABLE` when the other process ended
 */
export async function indexInBackground(
  project: OpenedProject,
  sources: readonly Source[],
  { signal, onProgress }: IndexOptions,
): Promise<Job> {
  const { background, catalog, indexHandle, system } = project;
  const id = system.newId();
  const job = await untilCancelled(catalog.leases, id, system.lease, signal, (ending) =>
    background.run({ id, kind: "index", sources }, { signal: ending, onProgress }),
  );
  await noteRemoved(project, job);
  await indexHandle.use(async (index) => await keepRooms(project, index, job));
  return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
}

/** Completes an interrupted forget. */
async function finishForgotten(project: OpenedProject): Promise<void> {
  if (!(await isForgettingUnfinished(project))) return;
  const [{ finishInterrupted }, { projectSearch }, { openLiveChats }] = await Promise.all([
    import("../palace/forget.ts"),
    import("../search/search-project.ts"),
    import("../chats/live-chats.ts"),
  ]);
  await finishInterrupted(project, async () => ({ search: projectSearch(project), chats: openLiveChats(project) }));
}
