import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { currentCommit } from "../check/other-build.ts";
import type { Pair } from "../check/judge.ts";
import { ROOT } from "../measure/public-api.ts";

/** One line of the table: text as it is shown. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** What it must be at most. */
  readonly must?: string | undefined;
  /** Another program over the same. */
  readonly beside?: string | undefined;
}

/** Where and when something was measured. */
export interface Conditions {
  readonly commit: string;
  /** 2026-11-29. */
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  /** Average load of the minute before. */
  readonly load: number;
}

export interface Table extends Conditions {
  readonly rows: readonly Row[];
}

/** A build beside the one that set the figures before it. */
export interface Comparison extends Conditions {
  readonly before: string;
  readonly rows: readonly (Pair & { readonly what: string; readonly ratio: number })[];
}

const file = (name: string): string => join(ROOT, "bench", name);
const [TABLE, COMPARISON, REPORT] = [file("table.json"), file("report.json"), file("report.md")];

/** Of this moment: taken before anything is measured. */
export function conditions(): Conditions {
  return {
    commit: currentCommit(),
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Sets `bench/table.json`, and `bench/report.md` with what the last comparison said. */
export function writeTable(table: Table): void {
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  writeReport();
}

/** Sets `bench/report.json`, whose commit the next comparison builds, and `bench/report.md` with the last table. */
export function writeComparison(comparison: Comparison): void {
  writeFileSync(COMPARISON, `${JSON.stringify(comparison, null, 2)}\n`);
  writeReport();
}

function writeReport(): void {
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;
  const parts = ["# Speed"];
  if (existsSync(TABLE)) parts.push(tablePage(read<Table>(TABLE)));
  if (existsSync(COMPARISON)) parts.push(comparisonPage(read<Comparison>(COMPARISON)));
  writeFileSync(REPORT, parts.join("\n\n"));
}

export function tablePage({ rows, ...at }: Table): string {
  return page(
    "What things take",
    `By \`npm run bench\`: ${measuredAt(at)} Milliseconds of processor time where nothing else is said, of a whole process where it is started for it; a search with the limits of \`loci serve\`, asked for anew.`,
    ["", "measured", "must", "beside"],
    rows.map(({ what, measured, must, beside }) => [what, measured, must ?? "", beside ?? ""]),
  );
}

export function comparisonPage({ rows, before, ...at }: Comparison): string {
  return page(
    "Build against build",
    `By \`npm run bench:check\`: beside ${before}, which set the figures before it; ${measuredAt(at)} Milliseconds of processor time, the median of three pairs or more, each of the same work by both builds in turn. Cold: a whole process.`,
    ["", "before", "now", "ratio"],
    rows.map(({ what, ...pair }) => [what, String(pair.before), String(pair.now), pair.ratio.toFixed(2)]),
  );
}

function measuredAt({ commit, date, node, machine, load }: Conditions): string {
  return `commit ${commit}, ${date}, Node ${node}, ${machine}, load average ${load} before.`;
}

function page(title: string, how: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [`## ${title}`, "", how, "", line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line), ""].join("\n");
}
