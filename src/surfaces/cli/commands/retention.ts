import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

/** `loci data retention` */
export const command: CommandModule = {
  examples: [
    ["loci data retention --dry-run", "what was kept for long enough, and which setting says so"],
    ["loci data retention --yes", "remove it"],
  ],
  define(command, session) {
    command
      .description(
        "Remove what was kept of chats for long enough: daily logs for a month, notes for chat.capture_days (a year for your own), " +
          "messages for chat.message_days. Without --yes it only shows what would go. " +
          "What a person pinned stays.",
      )
      .option("--dry-run", "only show it, which is also what happens without --yes")
      .option("--yes", "remove it")
      .action(({ yes, dryRun }: { readonly yes?: boolean; readonly dryRun?: boolean }) =>
        run(session, yes === true && dryRun !== true),
      );
  },
};

async function run(session: Session, yes: boolean): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    const report = await project.retention({ yes });
    await session.answer(report, () => {
      if (report.items.length === 0) return "nothing was kept for too long";
      const rows = report.items.map(({ kind, chat, count, from, setting, path }) => [
        kind,
        chat,
        String(count),
        from,
        setting,
        path,
      ]);
      const shown = table(
        ["kind", "chat", "count", "kept from", "setting", "in"].map((heading) => ({ heading })),
        rows,
        session.style,
      );
      return `${shown}\n${report.removed ? `removed: ${counted(report.items.length, "item")}` : "nothing was removed yet: say it again with --yes"}`;
    });
  });
}
