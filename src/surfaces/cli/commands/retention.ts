import { flag } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { table } from "../output/table.ts";
import { projectCommand } from "../project-command.ts";

/** `loci data retention` */
export const command = projectCommand({
  examples: [
    ["loci data retention --dry-run", "what was kept for long enough, and which setting says so"],
    ["loci data retention --yes", "remove it"],
  ],
  description:
    "Remove what was kept of chats for long enough: daily logs for a month, notes for chat.capture_days (a year for your own), " +
    "messages for chat.message_days. Without --yes it only shows what would go. " +
    "What a person pinned stays.",
  flags: { dryRun: flag("Only show it, which is also what happens without --yes"), yes: flag("Remove it") },
  ownerOnly: true,
  opens: "looks",
  ask: ({ project }, { yes, dryRun }) => project.retention({ yes: yes === true && dryRun !== true }),
  text({ items, removed }, style) {
    if (items.length === 0) return "nothing was kept for too long";
    const rows = items.map(({ kind, chat, count, from, setting, path }) => [kind, chat, count, from, setting, path]);
    const shown = table(["kind", "chat", "count", "kept from", "setting", "in"], rows, style);
    return `${shown}\n${removed ? `removed: ${counted(items.length, "item")}` : "nothing was removed yet: say it again with --yes"}`;
  },
});
