import type { IngestDependencies } from "../ingest/dependencies.ts";
import type { BackgroundRunner } from "../app/opened-project.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import type { IndexHandle } from "../app/index-handle.ts";
import type { JobProcess, ProcessSetup } from "./job-process.ts";

/**
 * @param setup what another process opens the project with
 * @param where `process`: beside a service that answers meanwhile
 */
export function backgroundRunner(
  project: { readonly indexHandle: IndexHandle; readonly ingest: (index: SearchIndex) => Promise<IngestDependencies> },
  setup: ProcessSetup,
  where: "here" | "process",
): BackgroundRunner {
  if (where === "here")
    return {
      elsewhere: false,
      async run({ unsettledFiles: _, ...request }, running) {
        const { indexSources } = await import("../ingest/index-sources.ts");
        return await project.indexHandle.use(
          async (index) => await indexSources(await project.ingest(index), request, running),
        );
      },
      close: async () => {},
    };
  let opened: Promise<JobProcess> | null = null;
  return {
    elsewhere: true,
    async run({ lease, unsettledFiles = [], unsettled: _, ...request }, running) {
      // A lost index is made again here: all others would wait for a process that gets what they leave.
      await project.indexHandle.use(async () => {});
      opened ??= import("./job-process.ts").then(({ jobProcess }) => jobProcess(setup));
      const process = await opened;
      return await process.run({ ...request, leased: lease !== undefined, unsettled: unsettledFiles }, running);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
