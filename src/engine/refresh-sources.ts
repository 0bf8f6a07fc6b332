import { indexSources, type IndexOptions, type IndexRequest } from "../ingest/index-sources.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../model/job.ts";
import type { BackgroundRun } from "./jobs/run-sources.ts";
import type { OpenedProject } from "./open-project.ts";

/**
 * Brings remembered sources up to date in one job.
 *
 * @param request `elsewhere`: where runs of the background go on, for what takes longer
 * @param keys of sources; those that were removed meanwhile are passed over
 * @throws LociError `NOTHING_TO_INDEX` when none of them is there, storage errors
 */
export async function refreshSources(
  { catalog, keeper, ingest, background, system }: Pick<OpenedProject, "catalog" | "keeper" | "ingest" | "background" | "system">,
  keys: readonly string[],
  { elsewhere = false, unsettledFiles = [], ...request }: Pick<IndexRequest, "unsettled" | "readAll"> & Pick<BackgroundRun, "unsettledFiles"> & { readonly elsewhere?: boolean } = {},
  options: IndexOptions = {},
): Promise<Job> {
  const wanted = new Set(keys);
  const sources = (await catalog.sources.list()).filter(({ key }) => wanted.has(key));
  if (sources.length === 0) throw new LociError("NOTHING_TO_INDEX", "the sources are not there any more", { hint: "'loci sources' lists those that there are" });
  const kind = sources.every((source) => source.kind === "chat") ? "mine" : "index";
  if (elsewhere) return await background.run({ id: system.newId(), kind, sources, unsettledFiles, ...request }, options);
  return await keeper.use(async (index) => await indexSources(await ingest(index), { kind, sources, ...request }, options));
}
