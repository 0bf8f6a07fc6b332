import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";

/** What a build reads, by name and content: a note of it in `.cache` spares `npm test` the build that `npm ci` has just made. */
const READ = [
  "src/**",
  "extensions/**",
  "web/**",
  "scripts/*.ts",
  "package*.json",
  "tsconfig*.json",
  "node_modules/.package-lock.json",
];

/** A hash of the names and contents of files. */
function hashOf(root: string, patterns: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of globSync([...patterns], { cwd: root, dot: true, expandDirectories: false }).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const noted = (root: string): string => join(root, ".cache", "built.json");

/** What a build of now would read. Taken before the build, so that a change in the middle of it is one. */
export function sourcesOf(root: string): string {
  return `${process.version} ${hashOf(root, READ)}`;
}

/** Notes that `dist/` was made of these. */
export function noteBuild(root: string, sources: string): void {
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(noted(root), JSON.stringify({ sources, made: hashOf(root, ["dist/**"]) }));
}

/** Whether `dist/` is what these make, byte for byte as it was made. */
export function isBuiltOf(root: string, sources: string): boolean {
  try {
    const note = JSON.parse(readFileSync(noted(root), "utf8")) as { readonly sources: string; readonly made: string };
    return note.sources === sources && note.made === hashOf(root, ["dist/**"]);
  } catch {
    return false;
  }
}
