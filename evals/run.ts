/**
 * Runs a suite: `node evals/run.ts SUITE [--data DIR|FILE] [--out FILE] [--failures] [--json]`. The report goes to standard output, as JSON or as
 * its figures; progress goes to standard error. The data is the suite's own development data where none is named.
 *
 * Runs every suite: `npm run eval [-- SUITE…]` (`--all`). It writes `evals/<suite>.json` and `evals/report.md`, and skips by name a suite whose
 * data isn't beside the checkout.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { renderEvaluation, reportFile } from "./shared/report.ts";
import { LociError } from "../src/index.ts";
import { createStyle } from "../src/surfaces/cli/output/style.ts";
import { errorBody } from "../src/surfaces/shared/error-table.ts";
import { writeSummary } from "./suites/summary.ts";
import { type Suite, SUITES } from "./suites/suites.ts";

const root = new URL("../", import.meta.url);
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string" },
    out: { type: "string" },
    failures: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
  },
});

try {
  const suites = positionals.map(suiteNamed);
  if (flags.all) await everySuite(suites.length === 0 ? SUITES : suites);
  else if (suites.length !== 1) throw new LociError("USAGE", "name one suite", { hint: names() });
  else await oneSuite(suites[0] as Suite);
} catch (error) {
  if (flags.json) console.log(JSON.stringify({ schema: 1, error: errorBody(error) }));
  else console.error(error instanceof LociError ? `${error.message}\n${errorBody(error).hint}` : error);
  process.exitCode = 2;
}

async function oneSuite(suite: Suite): Promise<void> {
  const write = flags.out === undefined ? null : reportFile(resolve(flags.out));
  const data = flags.data === undefined ? developmentData(suite) : resolve(flags.data);
  if (data === null)
    throw new LociError("USAGE", `${suite.name} has no development data`, { hint: "name some with --data" });
  const report = await measure(suite, data, (line) => console.error(line));
  write?.(report);
  if (flags.json) console.log(JSON.stringify({ schema: 1, ...report }));
  else console.log(renderEvaluation(suite.name, report, createStyle(process.stdout, process.env)));
}

async function everySuite(suites: readonly Suite[]): Promise<void> {
  for (const suite of suites) {
    const data = developmentData(suite);
    if (data === null) continue;
    if (!existsSync(data)) {
      console.log(`${suite.name}: skipped, there is no ${suite.development}`);
      continue;
    }
    console.log(`${suite.name}: ${suite.measures}`);
    const write = reportFile(new URL(`evals/${suite.name}.json`, root).pathname);
    write(await measure(suite, data, (line) => console.log(`  ${line}`)));
  }
  writeSummary(root);
}

async function measure(suite: Suite, data: string, onProgress: (line: string) => void): Promise<object> {
  const evaluate = await suite.load();
  return await evaluate({ data, commit: measuredCommit(), failures: flags.failures, onProgress });
}

function suiteNamed(name: string): Suite {
  const suite = SUITES.find((one) => one.name === name);
  if (suite === undefined) throw new LociError("USAGE", `there is no suite '${name}'`, { hint: `one of ${names()}` });
  return suite;
}

function names(): string {
  return SUITES.map(({ name }) => name).join(", ");
}

function developmentData({ development }: Suite): string | null {
  return development === null ? null : new URL(development, root).pathname;
}

function measuredCommit(): string {
  if (!existsSync(new URL(".git", root))) return "unknown";
  return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}
