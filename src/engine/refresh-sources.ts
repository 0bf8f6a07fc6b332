import { indexSources, type IndexOptions, type IndexRequest } from "../ingest/index-sources.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../model/job.ts";
import type { OpenedProject } from "./open-project.ts";

/**
 * Brings remembered sources up to date in one job.
 *
 * @param keys of sources; those that were removed meanwhile are passed over
 * @throws LociError `NOTHING_TO_INDEX` when none of them is there, storage errors
 */
export async function refreshSources(
  { catalog, keeper, ingest }: Pick<OpenedProject, "catalog" | "keeper" | "ingest">,
  keys: readonly string[],
  request: Pick<IndexRequest, "id" | "unsettled" | "readAll"> = {},
  options: IndexOptions = {},
): Promise<Job> {
  const wanted = new Set(keys);
  const sources = (await catalog.sources.list()).filter(({ key }) => wanted.has(key));
  if (sources.length === 0) throw new LociError("NOTHING_TO_INDEX", "the sources are not there any more", { hint: "'loci sources' lists those that there are" });
  const kind = sources.every((source) => source.kind === "chat") ? "mine" : "index";
  return await keeper.use(async (index) => await indexSources(await ingest(index), { kind, sources, ...request }, options));
}
