import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { findCycles } from "./imports/find-cycles.ts";
import { findViolations } from "./imports/find-violations.ts";

/** Fails when a file imports what its room may not, or when files import each other in a circle. See imports/rules.ts. */
const root = join(import.meta.dirname, "..");
const IGNORED = ["**/*.test.ts", "**/*.fixture.ts", "extensions/*/{test,bench,package}/**"];
const files = globSync(["src/**/*.ts", "extensions/**/*.ts"], { cwd: root, ignore: IGNORED })
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    // Seen as a folder of src/, so that both are one tree.
    return path.startsWith("src/")
      ? { path: path.slice("src/".length), text }
      : { path, text: text.replaceAll(/"((?:\.\.\/)+)src\//g, '"$1') };
  });
const findings = [...findViolations(files), ...findCycles(files).map((cycle) => `import cycle: ${cycle.join(" → ")}`)];

for (const finding of findings) console.error(finding);
console.log(
  findings.length === 0
    ? `imports: ${files.length} files keep to the table`
    : `imports: ${findings.length} findings in ${files.length} files`,
);
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
