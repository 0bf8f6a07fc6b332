import type { FlushReport, FlushStatus } from "../../../index.ts";
import { flag, FLUSH } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { fields, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";

/** `loci flush` */
export const command = projectCommand({
  examples: [
    ["loci flush", "what summing up would cost; nothing is sent"],
    ["loci flush --yes --since 2026-05-01", "sum up what is dated from May on"],
    ["loci flush --status", "when was summed up last, and what comes next"],
  ],
  description:
    "Sum up what is stored, with the language model, into memory/YYYY-MM-DD.md, which is indexed. " +
    "Each point is proved by a quote and links to its passage. Without --yes it only says what it " +
    "would cost. What was generated is never summed up again.",
  flags: { status: flag("Say when was summed up last, over what, what it cost, and what comes next"), ...FLUSH },
  ownerOnly: true,
  opens: "changes",
  ask: async ({ project, signal }, { status, ...flags }) =>
    status === true ? await project.flushStatus() : await project.flush({ ...flags, signal }),
  text: (answer, style) => ("outcome" in answer ? render(answer, style) : renderStatus(answer, style)),
  failed: (answer) => "outcome" in answer && (answer.outcome === "failed" || answer.outcome === "waiting"),
});

function pendingText({ drawers, batches, tokens, cost }: FlushReport["pending"]): string {
  if (batches === 0) return "nothing";
  return `${counted(drawers, "passage")} in ${counted(batches, "request")}, at most ${tokens} tokens${cost === 0 ? "" : `, cost ${cost.toFixed(4)}`}`;
}

function render({ outcome, reason, pending, done, files }: FlushReport, style: Style): string {
  if (outcome === "nothing") return "nothing is left to sum up";
  if (outcome === "preview")
    return `would sum up ${pendingText(pending)}\nnothing was sent yet: say it again with --yes`;
  return fields(
    [
      ["outcome", `${outcome}${reason === "" ? "" : ` (${reason})`}`],
      [
        "summed up",
        `${counted(done.drawers, "passage")} in ${counted(done.batches, "request")}, ${done.tokens} tokens`,
      ],
      ["points", `${done.points}${done.refused === 0 ? "" : `; ${done.refused} had no proof and were left out`}`],
      ["files", files.join(", ")],
      ["left", pendingText(pending)],
    ],
    style,
  );
}

function renderStatus({ last, flushed, next, blocked }: FlushStatus, style: Style): string {
  return fields(
    [
      [
        "last run",
        last === null ? "never" : `${last.at}, ${last.outcome}${last.reason === "" ? "" : ` (${last.reason})`}`,
      ],
      [
        "over",
        last === null
          ? ""
          : `${counted(last.drawers, "passage")}${last.from === null ? "" : `, dated ${last.from} to ${last.to ?? ""}`}`,
      ],
      ["cost", last === null ? "" : `${last.tokens} tokens${last.cost === 0 ? "" : `, ${last.cost.toFixed(4)}`}`],
      ["in all", counted(flushed, "passage")],
      ["next", pendingText(next)],
      ["blocked", blocked, style.yellow],
    ],
    style,
  );
}
