import { resolve } from "node:path";
import { LociError } from "../../../index.ts";
import { flag, IMPORT, MOVE, pick } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { table } from "../output/table.ts";
import { projectCommand } from "../project-command.ts";
import { requireOwner } from "../session.ts";
import { migrateModelCommand as migrateModel, rebuildCommand as rebuild } from "./rebuild.ts";

/** `loci data retention` */
const retentionCommand = projectCommand({
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

/** `loci data move --to URI` */
const moveCommand = projectCommand({
  examples: [
    ["loci data move --to http://localhost:19530", "to a Milvus server; LOCI_STORE_TOKEN holds its token"],
    ["loci data move --to folder", "back into the project's folder"],
  ],
  description:
    "Move the index of a project to a Milvus server, or back. Search and indexing go on meanwhile; " +
    "interrupted, it goes on where it ended. Every passage is compared, and what was asked in chats " +
    "lately is asked of both, before it switches.",
  flags: MOVE,
  ownerOnly: true,
  opens: "fills",
  ask: async ({ project, signal }, { to }) => ({ moved: await project.move({ to, signal }) }),
  text: ({ moved: { drawers, documents, questions, from, to } }) =>
    `${counted(drawers, "passage")} of ${counted(documents, "document")} moved from ${from} to ${to}; ` +
    `${counted(questions, "question")} answered alike`,
});

/** `loci data import PALACE` */
const importCommand = projectCommand({
  examples: [["loci data import ~/.mempalace/palace --scope admin", "a palace of MemPalace, with its wings and rooms"]],
  description:
    "Take in the drawers of a palace of MemPalace (ChromaDB), word for word, with wing, room, hall and date, as passages " +
    "added by hand. The palace is only read; the same import again adds nothing.",
  takes: [["<palace>", IMPORT.palace]],
  flags: pick(IMPORT, ["scope"]),
  ownerOnly: true,
  opens: "fills",
  async ask({ project, configuration }, flags, palace: string) {
    const scope = flags.scope ?? configuration.settings.ingest.scope;
    if (scope === "")
      throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see these passages", {
        hint: "give --scope kb (everyone who may use the project), --scope admin (only you) or --scope user:<id>",
      });
    return await project.importMemPalace(palace, { scope });
  },
  text: ({ added, known, refused }) =>
    `${counted(added, "passage")} added, ${known} there already` +
    (refused > 0 ? `, ${refused} that no text file can hold left out` : ""),
});

/** `loci data backup DIR` */
const backupCommand: CommandModule = {
  examples: [["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"]],
  define(command, session) {
    command
      .description(
        "Copy the whole data folder into an empty folder while it is in use: databases as one committed " +
          "state each, then files; every copy is read back and its hash noted. What a Milvus or PostgreSQL " +
          "server keeps is not part of it.",
      )
      .argument("<dir>", "an empty folder, or one that is not there")
      .action(async (dir: string) => {
        requireOwner(session);
        const { backUpHome } = await import("../../../index.ts");
        const { home } = session.options();
        const report = await backUpHome(home, resolve(session.io.cwd, dir));
        await session.answer(
          { backup: report },
          () =>
            `copied to ${report.to}, verified: ${counted(report.files, "file")}, ${counted(report.databases, "database")}, ${report.bytes} bytes`,
        );
      });
  },
};

/** `loci data restore DIR` */
const restoreCommand: CommandModule = {
  examples: [
    ["loci data restore /media/disk/loci-monday --home ~/.loci", "the data folder must be empty or not there"],
  ],
  define(command, session) {
    command
      .description(
        "Put a backup into a data folder that is empty or not there: hashes are compared before and " +
          "after, databases are checked, and only a whole copy takes its place.",
      )
      .argument("<dir>", "what loci data backup has written")
      .action(async (dir: string) => {
        requireOwner(session);
        const { restoreHome } = await import("../../../index.ts");
        const { home } = session.options();
        const report = await restoreHome(resolve(session.io.cwd, dir), home);
        await session.answer(
          { restore: report },
          () =>
            `restored to ${report.to}, verified: ${counted(report.files, "file")}, ${counted(report.databases, "database")}, ${report.bytes} bytes`,
        );
      });
  },
};

/** `loci data PART` */
export const command: CommandModule = {
  examples: [
    ["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"],
    ["loci data rebuild", "same passages, same ids, same answers; vectors come from the cache"],
    ["loci data retention --dry-run", "what was kept for long enough, and which setting says so"],
  ],
  define(command) {
    command.description(
      "Keep the data folder: back it up, put it back, move it, make its index anew, end what was kept for long.",
    );
  },
  parts: {
    backup: backupCommand,
    restore: restoreCommand,
    move: moveCommand,
    rebuild,
    "migrate-model": migrateModel,
    retention: retentionCommand,
    import: importCommand,
  },
};
