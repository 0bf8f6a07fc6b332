import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { findUnusedExports } from "./exports/find-unused-exports.ts";
import type { SourceFile } from "./imports/source-file.ts";

/** Fails when a file of src/ exports a name that no other file uses. Tests count only for parts that their own file uses too. */
const ENTRANCES = [
  "src/index.ts",
  "src/client/index.ts",
  "src/surfaces/cli/main.ts",
  "src/surfaces/hooks/main.ts",
  "src/surfaces/hooks/opencode-plugin.ts",
  "extensions/*/index.ts",
];
const root = join(import.meta.dirname, "..");
const read = (patterns: readonly string[], ignored: readonly string[] = []): readonly SourceFile[] =>
  globSync(patterns, { cwd: root, ignore: ["**/*.test.ts", "**/*.fixture.ts", "**/node_modules/**", ...ignored] })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const files = read(["src/**/*.ts", "extensions/**/*.ts"], ENTRANCES);
const findings = findUnusedExports(
  files,
  read([
    "src/**/*.ts",
    "extensions/**/*.ts",
    "web/**/*.ts",
    "bin/*.js",
    "scripts/**/*.ts",
    "bench/**/*.ts",
    "evals/**/*.ts",
  ]),
  globSync(
    [
      "{src,extensions,test,scripts,bench,evals}/**/*.{test,fixture}.ts",
      "test/**/*.ts",
      "extensions/*/{test,bench,package}/**/*.ts",
    ],
    { cwd: root },
  )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
);

for (const finding of findings) console.error(finding);
console.log(
  findings.length === 0
    ? `exports: what ${files.length} files export is used`
    : `exports: ${findings.length} findings in ${files.length} files`,
);
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
