import { type Job, LociError } from "../../../index.ts";
import { LIST_JOBS, pick } from "../../../model/requests/index.ts";
import { addFlags } from "../request-flags.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { renderJob } from "../render/job.ts";
import { requireOwner, type Session } from "../session.ts";

const FLAGS = pick(LIST_JOBS, ["limit"]);

/** `loci sources jobs [ID]` */
export const command: CommandModule = {
  examples: [
    ["loci sources jobs", "the last runs"],
    ["loci sources jobs mb2k4x9q01aa", "one of them, with every file that was skipped or failed"],
  ],
  define(command, session) {
    command.description("List past runs, newest first, or show one whole.").argument("[id]", "a run");
    addFlags(command, FLAGS);
    command.action((id: string | undefined, { limit }: { readonly limit?: number }) => run(session, id, limit));
  },
};

async function run(session: Session, id: string | undefined, limit: number | undefined): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    if (id === undefined) {
      const jobs = await project.jobs(limit === undefined ? {} : { limit });
      await session.answer({ jobs }, () => render(jobs, session.style));
      return;
    }
    const job = await project.job(id);
    if (job === null)
      throw new LociError("JOB_NOT_FOUND", `there is no job '${id.slice(0, 80)}'`, {
        hint: "loci sources jobs lists them",
      });
    await session.answer({ job }, () => renderJob(job, session.style));
    await session.notes(job.notes);
  });
}

function render(jobs: readonly Job[], style: Style): string {
  if (jobs.length === 0) return "no runs yet";
  const columns = [
    { heading: "id" },
    { heading: "kind" },
    { heading: "status" },
    { heading: "started" },
    { heading: "seconds", right: true },
    { heading: "files", right: true },
    { heading: "added", right: true },
    { heading: "removed", right: true },
    { heading: "skipped", right: true },
    { heading: "failed", right: true },
  ];
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    job.status,
    job.startedAt.slice(0, 19).replace("T", " "),
    job.seconds.toFixed(2),
    ...[job.files.seen, job.drawers.added, job.drawers.removed, job.files.skipped, job.files.failed].map(String),
  ]);
  return table(columns, rows, style);
}
