import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Longest line of prose, characters: a diff shows it whole. Tables and blocks of code can't be broken. */
const WIDEST = 140;
const PAGES = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "docs/*.md",
  "models/*.md",
  "src/**/*.md",
];

/** Lines of pages that people write, wider than that, or with a fence that opens nothing, one finding each. @param generated names in docs/ */
export function wideProse(root: string, generated: ReadonlySet<string>): readonly string[] {
  return globSync(PAGES, { cwd: root })
    .filter((page) => !generated.has(page.replace(/^docs\//u, "")))
    .sort()
    .flatMap((page) => {
      let isCode = false;
      return readFileSync(join(root, page), "utf8")
        .split("\n")
        .flatMap((line, index) => {
          const fence = line.search(/```|~~~/u);
          if (fence >= 0 && line.slice(0, fence).trim() === "") isCode = !isCode;
          else if (fence >= 0)
            return [`${page}:${index + 1} has a block of code within a line: give its fence a line of its own`];
          const wide = !isCode && !line.trimStart().startsWith("|") && line.length > WIDEST;
          return wide ? [`${page}:${index + 1} has ${line.length} characters, of at most ${WIDEST}`] : [];
        });
    });
}
