import type { IngestDependencies } from "../../ingest/dependencies.ts";
import type { IndexOptions, IndexRequest } from "../../ingest/index-sources.ts";
import type { Job } from "../../model/job.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { IndexKeeper } from "../index-keeper.ts";
import type { JobProcess } from "./process/job-process.ts";
import type { ProcessSetup } from "./process/messages.ts";

/** A run of the background. */
export interface BackgroundRun extends IndexRequest {
  readonly id: string;
  /** Files that are still being written to, as a list, where the run goes on elsewhere. */
  readonly unsettledFiles?: readonly (readonly [source: string, path: string])[];
}

/** Runs sources in the background: in this process, or in one that gives way to it. */
export interface BackgroundRunner {
  run(request: BackgroundRun, options: IndexOptions): Promise<Job>;
  close(): Promise<void>;
}

/** The parts that a run here needs. */
interface RunningParts {
  readonly keeper: IndexKeeper;
  readonly ingest: (index: SearchIndex) => Promise<IngestDependencies>;
}

/**
 * @param setup what another process opens the project with
 * @param where `process`: beside a service that answers meanwhile
 */
export function backgroundRunner(project: RunningParts, setup: ProcessSetup, where: "here" | "process"): BackgroundRunner {
  if (where === "here") {
    return {
      async run({ unsettledFiles: _, ...request }, running) {
        const { indexSources } = await import("../../ingest/index-sources.ts");
        return await project.keeper.use(async (index) => await indexSources(await project.ingest(index), request, running));
      },
      close: async () => {},
    };
  }
  let opened: Promise<JobProcess> | null = null;
  return {
    async run({ id, kind, sources, readAll = false, lease, unsettledFiles = [] }, running) {
      opened ??= import("./process/job-process.ts").then(({ jobProcess }) => jobProcess(setup));
      return await (await opened).run({ id, kind, sources, readAll, leased: lease !== undefined, unsettled: unsettledFiles }, running);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
