import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { findCycles } from "./imports/find-cycles.ts";
import { findViolations } from "./imports/find-violations.ts";

/** Fails when a file imports what its room may not, or when files import each other in a circle. See imports/rules.ts. */
const src = join(import.meta.dirname, "..", "src");
const paths = globSync("**/*.ts", { cwd: src, ignore: ["**/*.test.ts", "**/*.fixture.ts"] }).sort();
const files = paths.map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));
const findings = [...findViolations(files), ...findCycles(files).map((cycle) => `import cycle: ${cycle.join(" → ")}`)];

for (const finding of findings) console.error(finding);
console.log(
  findings.length === 0
    ? `imports: ${files.length} files keep to the table`
    : `imports: ${findings.length} findings in ${files.length} files`,
);
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
