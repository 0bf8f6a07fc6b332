import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { addExpectation, type OwnProject, reportFile, SUITES } from "../../../evaluation/index.ts";
import { LociError, questionsFile } from "../../../index.ts";
import type { CommandModule } from "../command-table.ts";
import { oneLine } from "../output/style.ts";
import { renderEvaluation } from "../render/evaluation.ts";
import { requireOwner, type Session } from "../session.ts";

interface EvalFlags {
  readonly data?: string;
  readonly out?: string;
  readonly failures?: boolean;
}

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** `loci eval SUITE` */
export const command: CommandModule = {
  examples: [
    ["loci eval locomo --data ../shared/data/locomo", "conversations, with BM25 and dense beside Loci"],
    ["loci eval ir --data ../shared/data/ir/scifact --out report.json", "a collection in the layout of BEIR"],
    [
      'loci eval add "which port does staging use?" deploy.md',
      "a question of your own, and the file or drawer that answers it",
    ],
    ["loci eval yours --failures", "ask those, and what your notes expect: <!-- expect: question → file -->"],
  ],
  define(command, session) {
    command
      .description(
        `Measure quality on labelled data, in a home of its own: ${SUITES.map(({ name, measures }) => `${name} (${measures})`).join("; ")}.`,
      )
      .argument("<suite>", SUITES.map(({ name }) => name).join(", "));
    command
      .option("--data <path>", "the collection's folder or file (the development part beside a checkout)")
      .option("--out <file>", "also write the report there, as JSON")
      .option("--failures", "list the questions that found nothing right")
      .action((name: string, flags: EvalFlags) => run(session, name, flags));
    command
      .command("add")
      .description("Keep a question of your own for 'loci eval yours'.")
      .argument("<question>", "as you would ask it")
      .argument("<target>", "the file that answers it, by its path or the end of it, or a drawer's id")
      .action((question: string, target: string) => add(session, question, target));
  },
};

async function run(session: Session, name: string, flags: EvalFlags): Promise<void> {
  const suite = SUITES.find((one) => one.name === name);
  if (suite === undefined)
    throw new LociError("USAGE", `there is no suite '${name.slice(0, 80)}'`, {
      hint: `one of ${SUITES.map((one) => one.name).join(", ")}`,
    });
  const write = flags.out === undefined ? null : reportFile(resolve(session.io.cwd, flags.out));
  const evaluate = await suite.load();
  const measure = async (own?: OwnProject): Promise<void> => {
    const report = await evaluate({
      data: resolve(session.io.cwd, flags.data ?? suite.development ?? ""),
      ...(own !== undefined && { own }),
      commit: commitOf(ROOT),
      failures: flags.failures === true,
      onProgress: (line) => void session.io.err.write(`${oneLine(line)}\n`),
    });
    write?.(report);
    await session.answer(report, () => renderEvaluation(suite, report, session.style));
  };
  if (flags.data !== undefined || suite.development !== null) return await measure();
  await withOwn(session, measure);
}

/** The project in use with the file of its questions; for the owner, whose files they are. */
async function withOwn(session: Session, work: (own: OwnProject) => Promise<void>): Promise<void> {
  requireOwner(session);
  await session.readProject(
    async ({ project, projectName }) =>
      await work({ project, questions: questionsFile(session.options().home, projectName) }),
  );
}

async function add(session: Session, question: string, target: string): Promise<void> {
  await withOwn(session, async ({ project, questions }) => {
    const added = await addExpectation(project, questions, question, target, session.io.cwd);
    await session.answer(
      added,
      () =>
        `added: ${oneLine(added.query)} → ${oneLine(added.target)}\n'loci eval yours' asks it; it stands in ${questions}`,
    );
  });
}

// Which state of Loci was measured; a report from an installed package says `unknown`.
function commitOf(folder: string): string {
  if (!existsSync(join(folder, ".git"))) return "unknown";
  try {
    return execFileSync("git", ["-C", folder, "rev-parse", "--short=12", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch (error) {
    if (error instanceof Error) return "unknown";
    throw error;
  }
}
