/**
 * Runs every suite that has development data on it and writes `evals/<suite>.json` and `evals/report.md`.
 * Run: npm run eval [-- SUITE…]. A suite whose data isn't beside the checkout is skipped by name.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { reportFile, SUITES } from "../src/evaluation/index.ts";

const root = new URL("../", import.meta.url);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length > 0)
  throw new Error(`no suite ${unknown.join(", ")}; there are ${SUITES.map(({ name }) => name).join(", ")}`);

const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
for (const suite of SUITES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (suite.development === null) continue;
  const data = new URL(suite.development, root).pathname;
  if (!existsSync(data)) {
    console.log(`${suite.name}: skipped, there is no ${suite.development}`);
    continue;
  }
  console.log(`${suite.name}: ${suite.measures}`);
  const write = reportFile(new URL(`evals/${suite.name}.json`, root).pathname);
  const evaluate = await suite.load();
  const report = await evaluate({ data, commit, failures: false, onProgress: (line) => console.log(`  ${line}`) });
  write(report);
}
writeFileSync(new URL("evals/report.md", root), summary());

/** Every report that is there, as one page. */
function summary(): string {
  const lines = [
    "# Quality on development data",
    "",
    "Written by `npm run eval` from the reports beside it. Per cent, with the 95 % bootstrap interval over questions.",
    "",
  ];
  for (const { name, measures } of SUITES) {
    const file = new URL(`evals/${name}.json`, root);
    if (!existsSync(file)) continue;
    const report = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    lines.push(`## ${name}: ${measures}`, "", describe(report), "", ...body(report), "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function describe(report: Record<string, unknown>): string {
  const data = report["data"] as { name: string; hash: string } | undefined;
  const counts = Object.entries((report["counts"] ?? {}) as Record<string, number>).map(
    ([name, count]) => `${count} ${name}`,
  );
  const model = typeof report["modelIdentity"] === "string" ? `; model \`${report["modelIdentity"]}\`` : "";
  const named = data === undefined ? "" : `Data ${data.name} (${data.hash})`;
  return `${[named, counts.join(", ")].filter((part) => part !== "").join(": ")}${model}; commit ${String(report["commit"] ?? "unknown")}.`;
}

function body(report: Record<string, unknown>): string[] {
  const columns = report["columns"] as
    | Record<string, Record<string, { mean: number; low: number; high: number }>>
    | undefined;
  if (columns === undefined) {
    const figures = Object.entries(report).filter(([name, value]) => typeof value === "number" && name !== "schema");
    return figures.map(([name, value]) => `- ${name}: ${String(value)}`);
  }
  const names = Object.keys(columns);
  const rows = Object.keys(columns[names[0] ?? ""] ?? {}).map((figure) => {
    const cells = names.map((name, i) => {
      const value = columns[name]?.[figure];
      if (value === undefined) return "";
      const mean = value.mean.toFixed(1);
      return `${i === 0 ? `**${mean}**` : mean} (${value.low.toFixed(1)}–${value.high.toFixed(1)})`;
    });
    return `| ${figure} | ${cells.join(" | ")} |`;
  });
  return [`| | ${names.join(" | ")} |`, `|---|${names.map(() => "---").join("|")}|`, ...rows];
}
