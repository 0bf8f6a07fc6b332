import { resolve } from "node:path";
import { addExpectation } from "../../../evaluation/add-expectation.ts";
import { reportFile } from "../../../evaluation/report.ts";
import { evaluateYours, type OwnProject } from "../../../evaluation/yours.ts";
import { questionsFile } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

interface EvalFlags {
  readonly data?: string;
  readonly out?: string;
  readonly failures?: boolean;
}

/** `loci eval yours|add` */
export const command: CommandModule = {
  examples: [
    [
      'loci eval add "which port does staging use?" deploy.md',
      "a question of your own, and the file or passage that answers it",
    ],
    ["loci eval yours --failures", "ask those, and what your notes expect: <!-- expect: question → file -->"],
  ],
  define(command, session) {
    command.description("Measure on questions of your own how well Loci finds things in your notes.");
    command
      .command("yours")
      .description("Ask the questions that you added or wrote into your notes, and report how many found their answer.")
      .option("--data <path>", "a folder that is measured in a home of its own, in place of the project in use")
      .option("--out <file>", "also write the report there, as JSON")
      .option("--failures", "list the questions that found nothing right")
      .action((flags: EvalFlags) => yours(session, flags));
    command
      .command("add")
      .description("Keep a question of your own for 'loci eval yours'.")
      .argument("<question>", "as you would ask it")
      .argument("<target>", "the file that answers it, by its path or the end of it, or a passage's id")
      .action((question: string, target: string) => add(session, question, target));
  },
};

async function yours(session: Session, { data, out, failures }: EvalFlags): Promise<void> {
  const { cwd, err } = session.io;
  const write = out === undefined ? null : reportFile(resolve(cwd, out));
  const measure = async (what: { readonly data: string } | { readonly own: OwnProject }): Promise<void> => {
    const onProgress = (line: string): void => void err.write(`${oneLine(line)}\n`);
    const report = await evaluateYours({ ...what, failures: failures === true, onProgress });
    write?.(report);
    await session.answer(report, () => renderEvaluation("yours", report, session.style));
  };
  if (data !== undefined) return await measure({ data: resolve(cwd, data) });
  await withOwn(session, async (own) => await measure({ own }));
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

/** The shown parts of a suite's report; suites without baselines have no columns. */
interface Shown {
  readonly columns?: Readonly<
    Record<string, Readonly<Record<string, { readonly mean: number; readonly low: number; readonly high: number }>>>
  >;
  readonly failures?: readonly Readonly<Record<string, unknown>>[];
}

/** A report for people: its figures, Loci's beside the baselines', then the questions that failed, where they were asked for. */
export function renderEvaluation(name: string, report: object, style: Style): string {
  const { columns, failures = [] } = report as Shown;
  const figures = columns === undefined ? numbersOf(report).join("\n") : table(...cellsOf(name, columns), style);
  if (failures.length === 0) return figures;
  const failed = failures.map(
    ({ id, query, ...rest }) =>
      `  ${oneLine(typeof query === "string" ? `${String(id)}  ${query}` : JSON.stringify({ id, query, ...rest }))}`,
  );
  return [figures, "", "failed:", ...failed].join("\n");
}

function numbersOf(report: object): readonly string[] {
  return Object.entries(report).flatMap(([name, value]) => (typeof value === "number" ? [`${name}: ${value}`] : []));
}

function cellsOf(name: string, columns: NonNullable<Shown["columns"]>): [string[], string[][]] {
  const rows = Object.keys(Object.values(columns)[0] ?? {}).map((figure) => [
    figure,
    ...Object.values(columns).map(({ [figure]: value }, i) => {
      if (value === undefined) return "";
      return i === 0
        ? `${value.mean.toFixed(1)} (${value.low.toFixed(1)}–${value.high.toFixed(1)})`
        : value.mean.toFixed(1);
    }),
  ]);
  return [[name, ...Object.keys(columns).map((column) => `#${column}`)], rows];
}
