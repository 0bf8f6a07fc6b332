import { resolve } from "node:path";
import { type BackupReport, LociError, type MigratedModel, scopeRequired } from "../../../index.ts";
import { flag, IMPORT, MIGRATE_MODEL, MOVE, pick, type ValuesOf, without } from "../../../model/requests/index.ts";
import { counted } from "../../shared/wording.ts";
import { bytes, oneLine, type Style, table } from "../output/style.ts";
import { commandGroup, ownCommand, plainCommand, projectCommand } from "../project-command.ts";
import { runJob } from "../run-job.ts";

/** `loci data rebuild` */
const rebuild = plainCommand(
  {
    examples: [["loci data rebuild", "same passages, same ids, same answers; vectors come from the cache"]],
    description:
      "Make the index anew from the files. Also the way out of a damaged index, or one of another model. Search goes on meanwhile.",
    ownerOnly: true,
  },
  (session) => runJob(session, [], ({ project }, watching) => project.rebuild(watching)),
);

/** `loci data migrate-model PROVIDER` */
const migrateModel = projectCommand({
  examples: [
    [
      "loci data migrate-model ollama --model nomic-embed-text --dry-run",
      "embed everything, compare on your own questions, change nothing",
    ],
    ["loci data migrate-model openai", "the same, then switch at once"],
    ["loci data migrate-model --rollback", "back to the model before; its vectors are still there"],
  ],
  description:
    "Embed everything with another model beside the live index, compare both on what was asked in " +
    "chats lately, and switch at once. Search and indexing go on meanwhile; interrupted, it goes on " +
    "where it ended. Texts are sent to a remote provider: 'loci status' says what leaves.",
  takes: [["[provider]", MIGRATE_MODEL.provider]],
  flags: without(MIGRATE_MODEL, ["provider"]),
  ownerOnly: true,
  opens: "changes",
  async ask(
    { project, session: { io }, signal },
    flags,
    [provider]: readonly [ValuesOf<typeof MIGRATE_MODEL>["provider"]],
  ) {
    const { rollback = false, dryRun = false, baseUrl, ...model } = flags;
    const given = Object.keys({ ...model, ...(baseUrl !== undefined && { baseUrl }) });
    if (rollback && given.length > 0)
      throw new LociError("USAGE", `--rollback takes no other model: ${given.join(", ")}`, { hint: "leave it out" });
    let lastShown = -1;
    return await project.migrateModel({
      ...(provider !== undefined && {
        to: { provider, ...model, ...(baseUrl !== undefined && { base_url: baseUrl }) },
      }),
      rollback,
      dryRun,
      signal,
      onProgress: ({ done, total }) => {
        const tenth = total === 0 ? 10 : Math.floor((10 * done) / total);
        if (tenth !== lastShown && io.err.isTTY)
          void io.err.write(`embedded ${done} of ${counted(total, "document")}\n`);
        lastShown = tenth;
      },
    });
  },
  text: migratedText,
});

function migratedText({ from, to, drawers, embeddings, compared, switched }: MigratedModel, style: Style): string {
  const lines = [
    `${from ?? "no model"} → ${to}`,
    `${counted(drawers, "passage")}; vectors: ${embeddings.computed} computed, ${embeddings.reused} reused`,
  ];
  if (compared.length > 0) {
    const overlap = compared.reduce((sum, one) => sum + one.overlap, 0) / compared.length;
    const first = compared.filter(({ sameFirst }) => sameFirst).length;
    lines.push(
      `on ${counted(compared.length, "question")} of yours: ${Math.round(100 * overlap)} % of the first ten are the same, the first one in ${first}`,
    );
    for (const { query, overlap: shared } of compared.filter(({ sameFirst }) => !sameFirst).slice(0, 5))
      lines.push(style.dim(`  ${Math.round(100 * shared)} %  ${oneLine(query)}`));
  } else lines.push("nothing was asked yet, so nothing could be compared");
  lines.push(
    switched
      ? "switched; the way back: loci data migrate-model --rollback"
      : "nothing was switched: leave out --dry-run",
  );
  return lines.join("\n");
}

/** `loci data retention` */
const retention = projectCommand({
  examples: [
    ["loci data retention --dry-run", "what is old enough to go, and which setting says so"],
    ["loci data retention --yes", "remove it"],
  ],
  description:
    "Remove what is old in chats: daily logs after a month, notes after 90 days (your own after a year), messages after " +
    "chat.message_days. Without --yes it only shows what would go. What a person pinned stays.",
  flags: { dryRun: flag("Only show it, which is also what happens without --yes"), yes: flag("Remove it") },
  ownerOnly: true,
  opens: "looks",
  ask: ({ project }, { yes, dryRun }) => project.retention({ yes: yes === true && dryRun !== true }),
  text({ items, removed }, style) {
    if (items.length === 0) return "nothing is old enough to go";
    const rows = items.map(({ kind, chat, count, from, setting, path }) => [kind, chat, count, from, setting, path]);
    const shown = table(["kind", "chat", "count", "kept from", "setting", "in"], rows, style);
    return `${shown}\n${removed ? `removed: ${counted(items.length, "item")}` : "nothing was removed yet: say it again with --yes"}`;
  },
});

/** `loci data move --to URI` */
const move = projectCommand({
  examples: [
    ["loci data move --to http://localhost:19530", "to a Milvus server; LOCI_STORE_TOKEN holds its token"],
    ["loci data move --to folder", "back into the project's folder"],
  ],
  description:
    "Move the index of a project to a Milvus server, or back. Search and indexing go on meanwhile; " +
    "interrupted, it goes on where it ended. Every passage is compared before it switches.",
  flags: MOVE,
  ownerOnly: true,
  opens: "fills",
  ask: async ({ project, signal }, { to }) => ({ moved: await project.move({ to, signal }) }),
  text: ({ moved: { drawers, documents, from, to } }) =>
    `${counted(drawers, "passage")} of ${counted(documents, "document")} moved from ${from} to ${to}`,
});

/** `loci data import PALACE` */
const importPalace = projectCommand({
  examples: [["loci data import ~/.mempalace/palace --scope admin", "a palace of MemPalace, with its wings and rooms"]],
  description:
    "Take in a palace of MemPalace (ChromaDB), word for word, with wing, room, hall and date, as passages " +
    "added by hand. The palace is only read; the same import again adds nothing.",
  takes: [["<palace>", IMPORT.palace]],
  flags: pick(IMPORT, ["scope"]),
  ownerOnly: true,
  opens: "fills",
  async ask({ project, configuration }, flags, [palace]: readonly [string]) {
    const scope = flags.scope ?? configuration.settings.ingest.scope;
    if (scope === "") throw scopeRequired("these passages");
    return await project.importMemPalace(palace, { scope });
  },
  text: ({ added, known, refused }) =>
    `${counted(added, "passage")} added, ${known} there already` +
    (refused > 0 ? `, ${refused} that no text file can hold left out` : ""),
});

/** What a copy of the data folder came to. */
const copiedText = (how: string, { to, files, databases, bytes: size }: BackupReport): string =>
  `${how} ${to}, verified: ${counted(files, "file")}, ${counted(databases, "database")}, ${bytes(size)}`;

/** `loci data backup DIR` */
const backup = ownCommand({
  examples: [["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"]],
  description:
    "Copy the whole data folder into an empty folder while it is in use: databases as one committed " +
    "state each, then files; every copy is read back and its hash noted. What a Milvus or PostgreSQL " +
    "server keeps is not part of it.",
  takes: [["<dir>", "an empty folder, or one that is not there"]],
  async ask(session, _flags, [dir]: readonly [string]) {
    const { backUpHome } = await import("../../../index.ts");
    return { backup: await backUpHome(session.options().home, resolve(session.io.cwd, dir)) };
  },
  text: ({ backup }) => copiedText("copied to", backup),
});

/** `loci data restore DIR` */
const restore = ownCommand({
  examples: [
    ["loci data restore /media/disk/loci-monday --home ~/.loci", "the data folder must be empty or not there"],
  ],
  description:
    "Put a backup into a data folder that is empty or not there: hashes are compared before and " +
    "after, databases are checked, and only a whole copy takes its place.",
  takes: [["<dir>", "what loci data backup has written"]],
  async ask(session, _flags, [dir]: readonly [string]) {
    const { restoreHome } = await import("../../../index.ts");
    return { restore: await restoreHome(resolve(session.io.cwd, dir), session.options().home) };
  },
  text: ({ restore }) => copiedText("restored to", restore),
});

/** `loci data PART` */
export const command = commandGroup(
  "Look after the data folder: back it up, restore it, move or rebuild its index, remove old messages.",
  [
    ["loci data backup /media/disk/loci-monday", "all projects, also while a service writes"],
    ["loci data rebuild", "same passages, same ids, same answers; vectors come from the cache"],
    ["loci data retention --dry-run", "what is old enough to go, and which setting says so"],
  ],
  { backup, restore, move, rebuild, "migrate-model": migrateModel, retention, import: importPalace },
);
