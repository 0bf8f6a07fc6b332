import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describedCommands } from "./docs/cli-reference.ts";
import { generatedDocs } from "./generated-docs.ts";
import { lostSteps, unknownSettings } from "./docs/lost-steps.ts";
import { undocumented } from "./docs/undocumented.ts";
import { wideProse } from "./docs/wide-prose.ts";

/**
 * Fails when docs/ is not what the code says: a generated page that is out of date, a command, flag, setting or error code that
 * no page names, a setting that a page names and that isn't one, a file that ARCHITECTURE.md sends to and that isn't there, or prose
 * in lines too long to read in a diff. `npm run docs` mends the first.
 */
const docs = join(import.meta.dirname, "..", "docs");
const findings: string[] = [];
const pages = new Map<string, string>();
for (const [name, wanted] of await generatedDocs()) {
  const file = join(docs, name);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  pages.set(name, text);
  if (text !== wanted) findings.push(`docs/${name} is out of date: npm run docs`);
}
findings.push(...undocumented(pages, await describedCommands()));
findings.push(...lostSteps(join(docs, "..")), ...unknownSettings(join(docs, "..")));
findings.push(...wideProse(join(docs, ".."), new Set(pages.keys())));

for (const finding of findings) console.error(finding);
console.log(
  findings.length === 0 ? `docs: ${pages.size} generated pages are up to date` : `docs: ${findings.length} findings`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
