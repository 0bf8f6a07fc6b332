import { resolve } from "node:path";
import { addExpectation } from "../../../evaluation/own-questions.ts";
import { reportFile } from "../../../evaluation/report.ts";
import { evaluateYours, type OwnProject } from "../../../evaluation/yours.ts";
import { questionsFile } from "../../../index.ts";
import { flag, text } from "../../../model/requests/index.ts";
import { oneLine, type Style, table } from "../output/style.ts";
import { commandGroup, plainCommand, projectCommand } from "../project-command.ts";
import { requireOwner } from "../session.ts";

const yours = plainCommand(
  {
    description: "Ask the questions that you added or wrote into your notes, and report how many found their answer.",
    flags: {
      data: text(4_096, "A folder that is measured in a home of its own, in place of the project in use", {
        value: "path",
      }),
      out: text(4_096, "Also write the report there, as JSON", { value: "file" }),
      failures: flag("List the questions that found nothing right"),
    },
  },
  async (session, { data, out, failures }) => {
    const { cwd, err } = session.io;
    const write = out === undefined ? null : reportFile(resolve(cwd, out));
    const measure = async (what: { readonly data: string } | { readonly own: OwnProject }): Promise<void> => {
      const onProgress = (line: string): void => void err.write(`${oneLine(line)}\n`);
      const report = await evaluateYours({ ...what, failures: failures === true, onProgress });
      write?.(report);
      await session.answer(report, () => renderEvaluation("yours", report, session.style));
    };
    if (data !== undefined) return await measure({ data: resolve(cwd, data) });
    requireOwner(session);
    await session.readProject(
      async ({ project, projectName }) =>
        await measure({ own: { project, questions: questionsFile(session.options().home, projectName) } }),
    );
  },
);

const add = projectCommand({
  description: "Keep a question of your own for 'loci eval yours'.",
  takes: [
    ["<question>", "as you would ask it"],
    ["<target>", "the file that answers it, by its path or the end of it, or a passage's id"],
  ],
  ownerOnly: true,
  opens: "changes",
  ask: async ({ project, projectName, session }, _flags, [question, target]: readonly [string, string]) =>
    await addExpectation(project, {
      file: questionsFile(session.options().home, projectName),
      query: question,
      target,
      folder: session.io.cwd,
    }),
  text: ({ query, target }, _style, { projectName, session }) =>
    `added: ${oneLine(query)} → ${oneLine(target)}\n'loci eval yours' asks it; it stands in ${questionsFile(session.options().home, projectName)}`,
});

/** `loci eval yours|add` */
export const command = commandGroup(
  "Measure on questions of your own how well Loci finds things in your notes.",
  [
    [
      'loci eval add "which port does staging use?" deploy.md',
      "a question of your own, and the file or passage that answers it",
    ],
    ["loci eval yours --failures", "ask those, and what your notes expect: <!-- expect: question → file -->"],
  ],
  { yours, add },
);

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
