import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { SUITES } from "./suites.ts";

/** Writes every report that is there as one page, `evals/report.md`. @param root of the checkout */
export function writeSummary(root: URL): void {
  writeFileSync(new URL("evals/report.md", root), summary(root));
}

function summary(root: URL): string {
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
