import { dirname, resolve } from "node:path";
import { statSync } from "node:fs";
import type { IndexPathsOptions, Job } from "../../index.ts";
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
 * @param path the first path that it is about, whose tree's `.loci.toml` then counts; null for the current folder's
 */
export async function runJob(session: Session, path: string | null, work: JobWork): Promise<void> {
  const folder = path === null ? session.io.cwd : folderOf(resolve(session.io.cwd, path));
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
    session.status = jobStatus(job);
  }, folder);
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}
