import { existsSync, readFileSync, writeFileSync } from "node:fs";

const REPORT = new URL("report.md", import.meta.url);
const PARTS = ["statistics", "pairs"] as const;
const TITLES = { statistics: "Rooms on the sample corpora", pairs: "Do two headings name one concept?" } as const;

/** Replaces one part of evals/rooms/report.md and keeps the other. */
export function writePart(part: (typeof PARTS)[number], text: string): void {
  const before = existsSync(REPORT) ? readFileSync(REPORT, "utf8") : "";
  const kept = PARTS.map((name) => `## ${TITLES[name]}\n\n${name === part ? text.trim() : partOf(before, name)}\n`);
  writeFileSync(REPORT, `# Rooms\n\nWritten by statistics.ts and pairs.ts.\n\n${kept.join("\n")}`);
}

function partOf(report: string, name: (typeof PARTS)[number]): string {
  const start = report.indexOf(`## ${TITLES[name]}\n`);
  if (start < 0) return "Not measured yet.";
  const end = report.indexOf("\n## ", start + 1);
  return report.slice(start + TITLES[name].length + 4, end < 0 ? undefined : end).trim();
}
