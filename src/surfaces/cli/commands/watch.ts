import { type Job, LociError, type WatchedSourceStatus } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";
import { EXIT } from "../../shared/error-table.ts";
import { oneLine } from "../output/style.ts";
import { plainCommand } from "../project-command.ts";
import type { OpenProject, Session } from "../session.ts";
import { PATTERN_FLAGS, SOURCE_FLAGS, type SourceFlags, sourceOptions, withAskedScope } from "../request-flags.ts";

/** `loci watch [PATH…]` */
export const command = plainCommand(
  {
    examples: [
      ["loci watch", "keep every source of the project current until Ctrl-C"],
      ["loci watch ~/notes --scope kb", "index a folder, and keep it current"],
      ["loci watch --json", "one line of JSON for each run and each change of state"],
    ],
    description:
      "Keep sources current: a saved file is searchable a second after it has been quiet for " +
      "watch.debounce_ms. With PATHs, indexes them first and watches only those. Where a path " +
      "vanishes, Loci says so and looks for it again; what was indexed of it stays.",
    takes: [["[path...]", "folders and files; every source by default"]],
    flags: { ...SOURCE_FLAGS, ...PATTERN_FLAGS },
    ownerOnly: true,
  },
  (session, flags, [paths]: readonly [readonly string[]]) => run(session, paths, flags),
);

async function run(session: Session, paths: readonly string[], flags: SourceFlags): Promise<void> {
  const { io } = session;
  const watch = async ({ project }: OpenProject): Promise<void> => {
    const options = sourceOptions(flags, io.cwd);
    const keys =
      paths.length === 0
        ? undefined
        : (
            await withAskedScope(session, paths, (asked) =>
              project.index(paths, { ...options, ...asked, signal: io.signal }),
            )
          ).sources;
    if (keys === undefined && (await project.sources()).length === 0)
      throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources yet`, {
        hint: "name a folder: loci watch ~/notes --scope kb",
      });
    const say = (line: object, text: string): void =>
      void (session.options().json ? session.json(line) : session.aside(text));
    const watching = await project.watch({
      ...(keys !== undefined && { keys }),
      onJob: (job) => say({ job }, jobLine(job)),
      // The run that Ctrl-C ends is no fault to be tried again.
      onState: (source) => io.signal.aborted || say({ source }, stateLine(source)),
      onFault: (thrown) =>
        say(
          { fault: String(thrown) },
          `looking failed, and is tried again: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        ),
    });
    if (!io.signal.aborted)
      await new Promise<void>((done) => io.signal.addEventListener("abort", () => done(), { once: true }));
    await watching.close();
    session.status = EXIT.OK;
  };
  await (paths.length === 0 ? session.readProject(watch) : session.withProject(watch, paths[0]));
}

function jobLine({ status, files, drawers, seconds, failed }: Job): string {
  const parts = [
    `${counted(files.indexed, "file")} indexed`,
    ...(files.removed > 0 ? [`${files.removed} gone`] : []),
    ...(files.skipped > 0 ? [`${files.skipped} skipped`] : []),
    counted(drawers.total, "passage"),
  ];
  const problems = failed
    .slice(0, 3)
    .map(({ path, message }) => `\n  ${oneLine(path)}: ${oneLine(message)}`)
    .join("");
  return `${status}: ${parts.join(", ")} in ${seconds.toFixed(2)} s${problems}`;
}

const STATES: Readonly<Partial<Record<WatchedSourceStatus["state"], string>>> = {
  away: "not at its place; what was indexed stays, and it is looked for",
  elsewhere: "another process keeps it current; this one takes over when that one ends",
};

function stateLine({ name, state, problem }: WatchedSourceStatus): string {
  const next =
    problem === null ? "" : `, ${oneLine(problem.message)}; tried again in ${Math.ceil(problem.retryInMs / 1000)} s`;
  return `${oneLine(name)}: ${STATES[state] ?? state}${next}`;
}
