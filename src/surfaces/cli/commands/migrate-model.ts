import { Option } from "commander";
import { LociError, type MigratedModel } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command-module.ts";
import { oneLine } from "../output/printable.ts";
import type { Style } from "../output/style.ts";
import { requireOwner, type Session } from "../session.ts";

const PROVIDERS = ["static", "onnx", "openai", "google", "voyage", "ollama"] as const;

interface Flags {
  readonly model?: string;
  readonly dimension?: string;
  readonly baseUrl?: string;
  readonly rollback?: boolean;
  readonly dryRun?: boolean;
}

/** `loci migrate-model PROVIDER` */
export const command: CommandModule = {
  examples: [
    [
      "loci migrate-model ollama --model nomic-embed-text --dry-run",
      "embed everything, compare on your own questions, change nothing",
    ],
    ["loci migrate-model openai", "the same, then switch at once"],
    ["loci migrate-model --rollback", "back to the model before; its vectors are still there"],
  ],
  define(command, session) {
    command
      .description(
        "Embed everything with another model beside the live index, compare both on what was asked in " +
          "chats lately, and switch at once. Search and indexing go on meanwhile; interrupted, it goes on " +
          "where it ended. Texts are sent to a remote provider: 'loci status' says what leaves.",
      )
      .argument("[provider]", PROVIDERS.join(", "))
      .option("--model <model>", "its name at the provider, or the folder of an ONNX export")
      .option("--dimension <n>", "dimensions, where the provider lets one choose")
      .option("--base-url <url>", "address of a compatible service")
      .addOption(new Option("--rollback", "back to the model before").conflicts(["model", "dimension", "baseUrl"]))
      .option("--dry-run", "embed and compare, but don't switch")
      .action((provider: string | undefined, flags: Flags) => run(session, provider, flags));
  },
};

async function run(session: Session, named: string | undefined, flags: Flags): Promise<void> {
  requireOwner(session);
  const provider = PROVIDERS.find((one) => one === named);
  if (named !== undefined && provider === undefined)
    throw new LociError("USAGE", `there is no embedding provider '${named.slice(0, 40)}'`, {
      hint: `use one of ${PROVIDERS.join(", ")}`,
    });
  const dimension = flags.dimension === undefined ? undefined : Number(flags.dimension);
  if (dimension !== undefined && (!Number.isInteger(dimension) || dimension < 1 || dimension > 8192))
    throw new LociError("USAGE", "--dimension is not a whole number from 1 to 8192", {
      hint: "leave it out for the model's own",
    });
  const { io } = session;
  await session.readProject(async ({ project }) => {
    let told = -1;
    const migrated = await project.migrateModel({
      ...(provider !== undefined && {
        to: {
          provider,
          ...(flags.model !== undefined && { model: flags.model }),
          ...(dimension !== undefined && { dimension }),
          ...(flags.baseUrl !== undefined && { base_url: flags.baseUrl }),
        },
      }),
      rollback: flags.rollback === true,
      dryRun: flags.dryRun === true,
      signal: io.signal,
      onProgress: ({ done, total }) => {
        const tenth = total === 0 ? 10 : Math.floor((10 * done) / total);
        if (tenth !== told && io.err.isTTY) void io.err.write(`embedded ${done} of ${counted(total, "document")}\n`);
        told = tenth;
      },
    });
    await session.answer(migrated, () => render(migrated, session.style));
  });
}

function render({ from, to, drawers, embeddings, compared, switched }: MigratedModel, style: Style): string {
  const lines = [
    `${from ?? "no model"} → ${to}`,
    `${counted(drawers, "drawer")}; vectors: ${embeddings.computed} computed, ${embeddings.reused} reused`,
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
    switched ? "switched; the way back: loci migrate-model --rollback" : "nothing was switched: leave out --dry-run",
  );
  return lines.join("\n");
}
