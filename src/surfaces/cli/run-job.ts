import { basename, dirname, resolve } from "node:path";
import type { IndexPathsOptions, Job } from "../../index.ts";
import { isFolder } from "../../files/private-folder.ts";
import { EXIT } from "../shared/error-table.ts";
import { progressDisplay } from "./io.ts";
import { renderJob } from "./render/job.ts";
import { RunCompiler } from "./run-compiler.ts";
import type { OpenHome, OpenProject, Session } from "./session.ts";

/** What the project is asked to do, with progress and cancellation at hand. */
export type JobWork<T = OpenProject> = (
  opened: T,
  options: Pick<IndexPathsOptions, "signal" | "onProgress">,
) => Promise<Job>;

/**
 * Runs a job with its progress shown, answers with it, and sets the exit status.
 * @param paths `-` for standard input; none: every source. The `.loci.toml` of the first one's tree counts, else the current folder's
 */
export async function runJob(session: Session, paths: readonly string[], work: JobWork): Promise<void> {
  await runShown(session, { paths, work }, async (body, folder) => {
    if (paths.length === 0) await session.readProject(body);
    else await session.withProject(body, folder);
  });
}

/** The same for what works on several projects: none is opened, or made, for it. */
export async function runHomeJob(session: Session, paths: readonly string[], work: JobWork<OpenHome>): Promise<void> {
  await runShown(session, { paths, work }, (body, folder) => session.withHome(body, folder));
}

async function runShown<T>(
  session: Session,
  { paths, work }: { readonly paths: readonly string[]; readonly work: JobWork<T> },
  open: (body: (opened: T) => Promise<void>, folder: string) => Promise<void>,
): Promise<void> {
  const absolute = paths.map((path) => resolve(session.io.cwd, path));
  const [first] = absolute;
  const folder = first === undefined ? session.io.cwd : isFolder(first) ? first : dirname(first);
  const files = new Set(absolute.filter((path) => !isFolder(path)).map((path) => basename(path)));
  await open(async (opened) => {
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

/**
 * The exit status that a finished run gives. What is skipped in a folder is told and no failure; a file that was asked for by name is one,
 * and so is a run that read nothing at all.
 * @param isRequested whether a skipped file was
 */
function jobStatus({ status, skipped, files, notes }: Job, isRequested: (path: string) => boolean): number {
  if (status === "cancelled") return EXIT.CANCELLED;
  const isEmpty = files.skipped > 0 || notes.some(({ code }) => code === "SOURCE_EMPTY");
  const nothing = isEmpty && files.indexed + files.unchanged + files.removed === 0;
  const complete = status === "done" && !nothing && !skipped.some(({ path }) => isRequested(path));
  return complete ? EXIT.OK : EXIT.NOTHING_OR_PARTIAL;
}
