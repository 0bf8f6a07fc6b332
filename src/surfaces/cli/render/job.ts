import type { Job } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { bytes } from "../output/amounts.ts";
import { oneLine } from "../output/one-line.ts";
import type { Style } from "../output/style.ts";

/** Skipped files that are named one by one; more are counted by reason. */
const NAMED = 10;

/** A finished run as people read it. */
export function renderJob(job: Job, style: Style): string {
  const { files, drawers, embeddings, messages } = job;
  const status = job.status === "done" ? style.green("done") : style.red(job.status);
  const lines = [
    `${status} in ${job.seconds.toFixed(job.seconds < 10 ? 2 : 0)} s: ${counted(files.seen, "file")}, ${bytes(job.bytes)} read`,
    `  files    ${files.indexed} indexed, ${files.unchanged} unchanged, ${files.skipped} skipped, ${files.removed} removed, ${files.failed} failed`,
    ...(messages === undefined ? [] : [`  messages ${messages.added} added, ${messages.kept} kept, ${messages.skipped} skipped`]),
    `  drawers  ${drawers.added} added, ${drawers.kept} kept, ${drawers.removed} removed; ${drawers.total} in the project`,
    `  vectors  ${embeddings.computed} computed, ${embeddings.reused} reused`,
    ...skippedLines(job, style),
    ...job.failed.map(({ path, code, message }) => `  ${style.red("failed")}   ${oneLine(path)}: ${oneLine(message)} ${style.dim(`[${code}]`)}`),
    ...(job.status === "done" ? [] : [style.dim(`  job ${job.id}; what was stored stays, and the next run goes on from there`)]),
  ];
  return lines.join("\n");
}

function skippedLines({ skipped }: Job, style: Style): readonly string[] {
  const hint = skipped.some(({ reason }) => reason === "unknown type") ? [style.dim("           code and other text is read when asked for, as by --include '**/*.py'")] : [];
  if (skipped.length <= NAMED) return [...skipped.map(({ path, reason }) => `  ${style.yellow("skipped")}  ${oneLine(path)}: ${oneLine(reason)}`), ...hint];
  const reasons = new Map<string, number>();
  for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const sorted = [...reasons].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return [...sorted.map(([reason, count]) => `  ${style.yellow("skipped")}  ${counted(count, "file")}: ${oneLine(reason)}`), ...hint];
}
