import { basename, dirname, resolve } from "node:path";
import type { IndexPathsOptions, Job } from "../../index.ts";
import { isFolder } from "./is-folder.ts";
import { jobStatus } from "./job-status.ts";
import { progressDisplay } from "./output/progress-display.ts";
import { renderJob } from "./render/job.ts";
import { RunCompiler } from "./run-compiler.ts";
import type { OpenProject, Session } from "./session.ts";

/** What the project is asked to do, with progress and cancellation at hand. */
export type JobWork = (opened: OpenProject, options: Pick<IndexPathsOptions, "signal" | "onProgress">) => Promise<Job>;

/**
 * Runs a job with its progress shown, answers with it, and sets the exit status.
 *
 * @param paths what it is about, `-` for standard input; none: every source. The `.loci.toml` of the first one's tree counts, else the current folder's
 */
export async function runJob(session: Session, paths: readonly string[], work: JobWork): Promise<void> {
  const absolute = paths.map((path) => resolve(session.io.cwd, path));
  const [first] = absolute;
  const folder = first === undefined ? session.io.cwd : isFolder(first) ? first : dirname(first);
  const files = new Set(absolute.filter((path) => !isFolder(path)).map((path) => basename(path)));
  await session.withProject(async (opened) => {
    const display = progressDisplay(session.io);
    const compiler = new RunCompiler();
    let job: Job;
    try {
      job = await work(opened, {
        signal: session.io.signal,
        onProgress: (progress) => {
          if (progress.phase === "reading" && progress.files.done > 0) compiler.progress();
          display.show(progress);
        },
      });
    } finally {
      compiler.end();
      await display.end();
    }
    await session.answer({ job }, () => renderJob(job, session.style));
    await session.notes(job.notes);
    session.status = jobStatus(job, (path) => paths.includes("-") || files.has(path));
  }, folder);
}
