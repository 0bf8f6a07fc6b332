import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Job, LociError, type Source } from "../../../index.ts";
import { flag, LIST_JOBS, pick, SOURCE_FILES } from "../../../model/requests/index.ts";
import { counted, localMinute, stateOfRun } from "../../shared/wording.ts";
import { oneLine, type Style, bytes, table } from "../output/style.ts";
import { withParts, projectCommand } from "../project-command.ts";
import { renderJob } from "../render/job.ts";

/** `loci sources jobs [ID]` */
const jobsCommand = projectCommand({
  examples: [
    ["loci sources jobs", "the last runs"],
    ["loci sources jobs mb2k4x9q01aa", "one of them, with every file that was skipped or failed"],
  ],
  description: "List past runs, newest first, or show one whole.",
  takes: [["[id]", "a run"]],
  flags: pick(LIST_JOBS, ["limit"]),
  ownerOnly: true,
  opens: "looks",
  async ask({ project }, { limit }, [id]: readonly [string | undefined]) {
    if (id === undefined) return { jobs: await project.jobs({ limit }) };
    const job = await project.job(id);
    if (job === null)
      throw new LociError("JOB_NOT_FOUND", `there is no job '${id.slice(0, 80)}'`, {
        hint: "loci sources jobs lists them",
      });
    return { job };
  },
  text: (answer, style) => ("job" in answer ? renderJob(answer.job, style) : renderJobs(answer.jobs, style)),
  after: async (answer, { session }) => await session.notes("job" in answer ? answer.job.notes : []),
});

function renderJobs(jobs: readonly Job[], style: Style): string {
  if (jobs.length === 0) return "no runs yet: loci index FOLDER --scope kb";
  const rows = jobs.map(({ id, kind, startedAt, seconds, files, drawers, ...job }) => [
    id,
    kind,
    stateOfRun(job),
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

/** Digits of a hash that tell files apart. */
const SHOWN_HASH = 12;

/** `loci sources [rm|files|jobs]` */
export const command = withParts(
  projectCommand({
    description: "List the project's sources and their runs, or remove one.",
    examples: [
      ["loci sources", "what is indexed, from where"],
      ["loci sources jobs", "the last runs"],
      [
        "loci sources rm til --yes",
        "remove a source, every passage of it and what was kept of its sessions; your files stay",
      ],
    ],
    ownerOnly: true,
    opens: "looks",
    ask: async ({ project }) => ({ sources: await project.sources() }),
    text: ({ sources }, style, { project }) =>
      sources.length === 0
        ? `the project '${project.name}' has no sources yet: loci index FOLDER --scope kb`
        : render(sources, style),
  }),
  {
    rm: projectCommand({
      description:
        "Remove a source, every passage of it, and the sessions that were kept of it. Your own files stay. " +
        "Without --yes it only says what would go.",
      takes: [["<source>", "its key, name or root"]],
      flags: { yes: flag("Remove it") },
      ownerOnly: true,
      opens: "changes",
      async ask({ project, session }, { yes }, [named]: readonly [string]) {
        const source = asKnown(await project.sources(), named, session.io.cwd);
        if (yes === true) return { removed: await project.removeSource(source) };
        const { total } = await project.sourceFiles(source, { limit: 1 });
        return { source, files: total, removed: null };
      },
      text(answer) {
        if (answer.removed === null)
          return `${oneLine(answer.source)} would go with the passages of ${counted(answer.files, "file")}: say it again with --yes`;
        const { source, documents, drawers } = answer.removed;
        const gone = `removed ${oneLine(source.name)}: ${counted(documents, "document")}, ${counted(drawers, "passage")}.`;
        const root = oneLine(source.root);
        return existsSync(source.root)
          ? `${gone} Its files are still at ${root}`
          : `${gone} Nothing stands at ${root} any more`;
      },
    }),
    files: projectCommand({
      examples: [["loci sources files notes", "each file of a source: state, size, hash and time"]],
      description: "List the files of a source: what is indexed, and what no reader takes, with the reason.",
      takes: [["<source>", SOURCE_FILES.key]],
      flags: pick(SOURCE_FILES, ["limit", "offset"]),
      ownerOnly: true,
      opens: "looks",
      ask: async ({ project, session }, flags, [named]: readonly [string]) =>
        await project.sourceFiles(asKnown(await project.sources(), named, session.io.cwd), flags),
      text: ({ files }, style) =>
        table(
          ["path", "state", "#size", "hash", "changed"],
          files.map(({ path, state, reason, bytes: size, contentHash, modifiedAt }) => [
            path,
            reason === null ? state : `${state}: ${reason}`,
            bytes(size),
            contentHash?.slice(0, SHOWN_HASH) ?? "",
            localMinute(modifiedAt),
          ]),
          style,
        ),
      async after({ files, total }, { session, flags: { offset = 0 } }) {
        const next = offset + files.length;
        if (total > next) await session.remark(`${total - next} more`, `--offset ${next}`);
      },
    }),
    jobs: jobsCommand,
  },
);

/** A path as it was indexed, seen from the current folder and with a slash at its end or without, whether or not it is still there. */
function asKnown(sources: readonly Source[], named: string, cwd: string): string {
  if (sources.some(({ key, name, root }) => key === named || name === named || root === named)) return named;
  const path = resolve(cwd, named);
  return sources.find(({ root }) => root === path)?.key ?? named;
}

function render(sources: readonly Source[], style: Style): string {
  const rows = sources.map(({ key, name, kind, root, options, status, lastRun }) => [
    key,
    name,
    kind,
    options.scope ?? "by document",
    options.wing ?? "",
    status,
    localMinute(lastRun) || "never",
    root,
  ]);
  const listed = table(["key", "name", "kind", "scope", "wing", "status", "last run", "root"], rows, style);
  const kept = sources.flatMap((source) => keptLines(source, style));
  return kept.length === 0 ? listed : `${listed.trimEnd()}\n\n${kept.join("\n")}`;
}

/** Transcripts that are named of each source; more are counted. */
const NAMED = 5;

/** What is kept of a source's sessions, and from which transcripts, the newest names last. */
function keptLines({ key, kept }: Source, style: Style): readonly string[] {
  if (kept === undefined || kept.sessions === 0) return [];
  const missing = kept.files.filter((file) => !existsSync(file)).length;
  const files = `${counted(kept.files.length, "transcript")}${missing === 0 ? "" : `, ${missing} of them gone`}`;
  const more = kept.files.length - NAMED;
  return [
    `${style.bold(key)} keeps ${counted(kept.sessions, "session")}, ${counted(kept.messages, "message")}, from ${files}:`,
    ...kept.files.slice(0, NAMED).map((file) => `  ${oneLine(file)}${existsSync(file) ? "" : style.dim(" (gone)")}`),
    ...(more > 0 ? [style.dim(`  and ${more} more; --json names them all`)] : []),
  ];
}
