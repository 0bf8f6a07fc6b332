import { type Job, LociError } from "../../../index.ts";
import { LIST_JOBS, pick } from "../../../model/requests/index.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { localMinute } from "../../shared/local-minute.ts";
import { projectCommand } from "../project-command.ts";
import { renderJob } from "../render/job.ts";

/** `loci sources jobs [ID]` */
export const command = projectCommand({
  examples: [
    ["loci sources jobs", "the last runs"],
    ["loci sources jobs mb2k4x9q01aa", "one of them, with every file that was skipped or failed"],
  ],
  description: "List past runs, newest first, or show one whole.",
  takes: [["[id]", "a run"]],
  flags: pick(LIST_JOBS, ["limit"]),
  ownerOnly: true,
  opens: "looks",
  async ask({ project }, { limit }, id: string | undefined) {
    if (id === undefined) return { jobs: await project.jobs({ limit }) };
    const job = await project.job(id);
    if (job === null)
      throw new LociError("JOB_NOT_FOUND", `there is no job '${id.slice(0, 80)}'`, {
        hint: "loci sources jobs lists them",
      });
    return { job };
  },
  text: (answer, style) => ("job" in answer ? renderJob(answer.job, style) : render(answer.jobs, style)),
  after: async (answer, { session }) => await session.notes("job" in answer ? answer.job.notes : []),
});

function render(jobs: readonly Job[], style: Style): string {
  if (jobs.length === 0) return "no runs yet";
  const rows = jobs.map(({ id, kind, status, startedAt, seconds, files, drawers }) => [
    id,
    kind,
    status,
    localMinute(startedAt),
    seconds.toFixed(2),
    files.seen,
    drawers.added,
    drawers.removed,
    files.skipped,
    files.failed,
  ]);
  return table(
    ["id", "kind", "status", "started", "#seconds", "#files", "#added", "#removed", "#skipped", "#failed"],
    rows,
    style,
  );
}
