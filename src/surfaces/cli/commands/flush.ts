import { type FlushReport, type FlushStatus } from "../../../index.ts";
import { FLUSH, type ValuesOf } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { fields } from "../output/table.ts";
import type { Style } from "../output/style.ts";
import { addFlags } from "../request-flags.ts";
import { requireOwner, type Session } from "../session.ts";

interface Flags extends ValuesOf<typeof FLUSH> {
  readonly status?: boolean;
}

/** `loci flush` */
export const command: CommandModule = {
  examples: [
    ["loci flush", "what summing up would cost; nothing is sent"],
    ["loci flush --yes --since 2026-05-01", "sum up what is dated from May on"],
    ["loci flush --status", "when was summed up last, and what comes next"],
  ],
  define(command, session) {
    command
      .description(
        "Sum up what is stored, with the language model, into memory/YYYY-MM-DD.md, which is indexed. " +
          "Each point is proved by a quote and links to its passage. Without --yes it only says what it " +
          "would cost. What was generated is never summed up again.",
      )
      .option("--status", "say when was summed up last, over what, what it cost, and what comes next");
    addFlags(command, FLUSH).action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, { status, ...flags }: Flags): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    if (status === true) {
      const current = await project.flushStatus();
      await session.answer(current, () => renderStatus(current, session.style));
      return;
    }
    const report = await project.flush({
      ...flags,
      signal: session.io.signal,
    });
    await session.answer(report, () => render(report, session.style));
    if (report.outcome === "failed" || report.outcome === "waiting") session.status = EXIT.NOTHING_OR_PARTIAL;
  });
}

function pendingText({ drawers, batches, tokens, cost }: FlushReport["pending"]): string {
  if (batches === 0) return "nothing";
  return `${counted(drawers, "drawer")} in ${counted(batches, "request")}, at most ${tokens} tokens${cost === 0 ? "" : `, cost ${cost.toFixed(4)}`}`;
}

function render({ outcome, reason, pending, done, files }: FlushReport, style: Style): string {
  if (outcome === "nothing") return "nothing is left to sum up";
  if (outcome === "preview")
    return `would sum up ${pendingText(pending)}\nnothing was sent yet: say it again with --yes`;
  return fields(
    [
      ["outcome", `${outcome}${reason === "" ? "" : ` (${reason})`}`],
      ["summed up", `${counted(done.drawers, "drawer")} in ${counted(done.batches, "request")}, ${done.tokens} tokens`],
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
          : `${counted(last.drawers, "drawer")}${last.from === null ? "" : `, dated ${last.from} to ${last.to ?? ""}`}`,
      ],
      ["cost", last === null ? "" : `${last.tokens} tokens${last.cost === 0 ? "" : `, ${last.cost.toFixed(4)}`}`],
      ["in all", counted(flushed, "drawer")],
      ["next", pendingText(next)],
      ["blocked", blocked, style.yellow],
    ],
    style,
  );
}
