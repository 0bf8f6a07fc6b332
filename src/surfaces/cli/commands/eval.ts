import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { reportFile, type Suite, SUITES } from "../../../evaluation/index.ts";
import { LociError } from "../../../index.ts";
import type { OptionSpec } from "../../shared/option-spec.ts";
import { addOptions } from "../add-options.ts";
import type { CommandModule } from "../command-module.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";

const OPTIONS = [
  { name: "data", type: "text", value: "PATH", doc: "the collection's folder or file (the development part beside a checkout)" },
  { name: "out", type: "text", value: "FILE", doc: "also write the report there, as JSON" },
  { name: "failures", type: "flag", doc: "list the questions that found nothing right" },
] as const satisfies readonly OptionSpec[];

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
  ],
  define(command, session) {
    command
      .description(`Measure quality on labelled data, in a home of its own: ${SUITES.map(({ name, measures }) => `${name} (${measures})`).join("; ")}.`)
      .argument("<suite>", SUITES.map(({ name }) => name).join(", "));
    addOptions(command, OPTIONS);
    command.action((name: string, flags: EvalFlags) => run(session, name, flags));
  },
};

async function run(session: Session, name: string, flags: EvalFlags): Promise<void> {
  const suite = SUITES.find((one) => one.name === name);
  if (suite === undefined) throw new LociError("USAGE", `there is no suite '${name.slice(0, 80)}'`, { hint: `one of ${SUITES.map((one) => one.name).join(", ")}` });
  const write = flags.out === undefined ? null : reportFile(resolve(session.io.cwd, flags.out));
  const evaluate = await suite.load();
  const report = await evaluate({
    data: resolve(session.io.cwd, flags.data ?? suite.development),
    commit: commitOf(ROOT),
    failures: flags.failures === true,
    onProgress: (line) => void session.io.err.write(`${line}\n`),
  });
  write?.(report);
  await session.answer(report, () => render(suite, report, session));
}

// Which state of Loci was measured; a report from an installed package says `unknown`.
function commitOf(folder: string): string {
  if (!existsSync(join(folder, ".git"))) return "unknown";
  try {
    return execFileSync("git", ["-C", folder, "rev-parse", "--short=12", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch (error) {
    if (error instanceof Error) return "unknown";
    throw error;
  }
}

interface Columns {
  readonly columns?: Readonly<Record<string, Readonly<Record<string, { readonly mean: number; readonly low: number; readonly high: number }>>>>;
}

function render(suite: Suite, report: object, session: Session): string {
  const { columns } = report as Columns;
  const figures = Object.entries(report).filter(([, value]) => typeof value === "number");
  if (columns === undefined) return [suite.measures, ...figures.map(([name, value]) => `  ${name}: ${String(value)}`)].join("\n");
  const names = Object.keys(Object.values(columns)[0] ?? {});
  const headings = [{ heading: suite.name }, ...Object.keys(columns).map((heading) => ({ heading, right: true }))];
  const rows = names.map((name) => [
    name,
    ...Object.values(columns).map((column, i) => {
      const figure = column[name];
      if (figure === undefined) return "";
      return i === 0 ? `${figure.mean.toFixed(1)} (${figure.low.toFixed(1)}–${figure.high.toFixed(1)})` : figure.mean.toFixed(1);
    }),
  ]);
  return table(headings, rows, session.style);
}
