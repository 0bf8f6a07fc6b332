import type { Job } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { bytes } from "../output/table.ts";
import { oneLine, type Style } from "../output/style.ts";

/** Skipped files that are named one by one; more are counted by reason. */
const NAMED = 10;
/** A message of a transcript, by the line that it stands in. */
const LINE = /:\d+$/;

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
  const hint = skipped.some(({ reason }) => reason === "unknown type")
    ? [style.dim("           code and other text is read when asked for, as by --include '**/*.py'")]
    : [];
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
      ({ what, reason, count }) => `  ${style.yellow("skipped")}  ${counted(count, what)}: ${oneLine(reason)}`,
    ),
    ...hint,
  ];
}
