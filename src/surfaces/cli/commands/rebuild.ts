import type { CommandModule } from "../command.ts";
import { requireOwner } from "../session.ts";
import { runJob } from "../run-job.ts";
import { LociError, type MigratedModel } from "../../../index.ts";
import { MIGRATE_MODEL, type ValuesOf, without } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import { type Style, oneLine } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";

/** `loci data rebuild` */
export const rebuildCommand: CommandModule = {
  examples: [["loci data rebuild", "same passages, same ids, same answers; vectors come from the cache"]],
  define(command, session) {
    command
      .description(
        "Make the index anew from the files. Also the way out of a damaged index, or one of another model. Search goes on meanwhile.",
      )
      .action(async () => {
        requireOwner(session);
        await runJob(session, [], ({ project }, watching) => project.rebuild(watching));
      });
  },
};

/** `loci data migrate-model PROVIDER` */
export const migrateModelCommand = projectCommand({
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
  async ask({ project, session: { io }, signal }, flags, provider: ValuesOf<typeof MIGRATE_MODEL>["provider"]) {
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
