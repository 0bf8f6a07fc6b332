import type { Job } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { bytes } from "../output/table.ts";
import { oneLine, type Style } from "../output/style.ts";

/** Skipped files that are named one by one; more are counted by reason. */
const NAMED = 10;
/** A message of a transcript, by the line that it stands in. */
const LINE = /:\d+$/;

/** The reason of files whose names say nothing that is read. */
const UNKNOWN = "unknown type";
/** Names of code, and of other files that are text most of the time. */
const CODE =
  /\.(?:py|[cm]?[jt]sx?|rs|go|java|kt|swift|rb|php|cs|c|h|cc|cpp|hpp|sh|sql|lua|pl|r|scala|ex|hs|json|ya?ml|toml|xml|css|log|ini)$/iu;
/** Kinds of unknown files that are named. */
const KINDS = 6;

/** ` (40 .mp4, 22 .png, 3 others)`: the kinds of files of unknown type, the most frequent first. */
function kindsOf(skipped: Job["skipped"]): string {
  const counts = new Map<string, number>();
  for (const { path, reason } of skipped) {
    if (reason !== UNKNOWN) continue;
    const kind = /\.[\p{L}\p{N}_+-]+$/u.exec(path)?.[0].toLowerCase() ?? "without extension";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const others = kinds.slice(KINDS).reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, KINDS).map(([kind, count]) => `${count} ${oneLine(kind)}`);
  return ` (${[...named, ...(others === 0 ? [] : [`${others} others`])].join(", ")})`;
}

/** A finished run as people read it. */
export function renderJob(job: Job, style: Style): string {
  const { files, drawers, embeddings, messages } = job;
  const status = job.status === "done" ? style.green("done") : style.red(job.status);
  const lines = [
    `${status} in ${job.seconds.toFixed(job.seconds < 10 ? 2 : 0)} s: ${counted(files.seen, "file")}, ${bytes(job.bytes)} read`,
    `  files    ${files.indexed} indexed, ${files.unchanged} unchanged, ${files.skipped} skipped, ${files.removed} removed, ${files.failed} failed`,
    ...(messages === undefined
      ? []
      : [`  messages ${messages.added} added, ${messages.kept} kept, ${messages.skipped} skipped`]),
    ...(job.projects ?? []).map(
      ({ project, sessions, messages: { added } }) =>
        `  ${style.bold(project)}  ${counted(sessions, "session")}, ${counted(added, "new message")}`,
    ),
    `  drawers  ${drawers.added} added, ${drawers.kept} kept, ${drawers.removed} removed; ${drawers.total} in the project`,
    `  vectors  ${embeddings.computed} computed, ${embeddings.reused} reused`,
    ...skippedLines(job, style),
    ...job.failed.map(
      ({ path, code, message }) =>
        `  ${style.red("failed")}   ${oneLine(path)}: ${oneLine(message)} ${style.dim(`[${code}]`)}`,
    ),
    ...(job.status === "done"
      ? []
      : [style.dim(`  job ${job.id}; what was stored stays, and the next run goes on from there`)]),
  ];
  return lines.join("\n");
}

function skippedLines({ skipped, messages }: Job, style: Style): readonly string[] {
  const code = skipped.find(({ path, reason }) => reason === UNKNOWN && CODE.test(path));
  const hint =
    code === undefined
      ? []
      : [
          style.dim(
            `           code and other text is read when asked for, as by --include '**/*${CODE.exec(code.path)?.[0] as string}'`,
          ),
        ];
  if (skipped.length <= NAMED)
    return [
      ...skipped.map(({ path, reason }) => `  ${style.yellow("skipped")}  ${oneLine(path)}: ${oneLine(reason)}`),
      ...hint,
    ];
  const reasons = new Map<string, { readonly what: string; readonly reason: string; count: number }>();
  for (const { path, reason } of skipped) {
    const what = messages !== undefined && LINE.test(path) ? "line" : "file";
    const counting = reasons.get(`${what} ${reason}`) ?? { what, reason, count: 0 };
    counting.count++;
    reasons.set(`${what} ${reason}`, counting);
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  return [
    ...sorted.map(
      ({ what, reason, count }) =>
        `  ${style.yellow("skipped")}  ${counted(count, what)}: ${oneLine(reason)}${reason === UNKNOWN ? kindsOf(skipped) : ""}`,
    ),
    ...hint,
  ];
}
