import assert from "node:assert/strict";
import { test } from "node:test";
import { includeRules, compileGlobs, expandBraces } from "./include-rules.ts";

const FILES = ["a.md", "notes/b.md", "c.txt", "src/d.ts", "src/e.js", "f.bin"];

/** Type by path, of those that take part. */
async function taken(include: readonly string[], exclude: readonly string[] = []): Promise<Record<string, string>> {
  const rules = includeRules(include, exclude);
  return Object.fromEntries(
    FILES.filter((path) => !rules.excludes(path)).flatMap((path) => {
      const type = rules.typeOf(path);
      return type !== null && rules.admits(path) ? [[path, type]] : [];
    }),
  );
}

test("without patterns the default formats take part", async () => {
  assert.deepEqual(await taken([]), { "a.md": "md", "notes/b.md": "md", "c.txt": "txt" });
});

test("a pattern for another extension adds those files", async () => {
  assert.deepEqual(await taken(["**/*.ts"]), { "a.md": "md", "notes/b.md": "md", "c.txt": "txt", "src/d.ts": "code" });
  assert.deepEqual(await taken(["*.{ts,js}"]), {
    "a.md": "md",
    "notes/b.md": "md",
    "c.txt": "txt",
    "src/d.ts": "code",
    "src/e.js": "code",
  });
});

test("every other pattern narrows", async () => {
  assert.deepEqual(await taken(["notes/**"]), { "notes/b.md": "md" });
  assert.deepEqual(await taken(["*.md"]), { "a.md": "md", "notes/b.md": "md" });
  assert.deepEqual(await taken(["notes/**", "*.ts"]), { "notes/b.md": "md", "src/d.ts": "code" });
  assert.deepEqual(await taken(["src/**"]), { "src/d.ts": "code", "src/e.js": "code" });
});

test("what is excluded takes no part, included or not", async () => {
  assert.deepEqual(await taken(["**/*.ts"], ["notes/", "*.txt"]), { "a.md": "md", "src/d.ts": "code" });
  const rules = includeRules([], ["notes/"]);
  assert.equal(rules.excludes("notes/"), true);
});

test("braces spell out to alternatives, nested and in order", () => {
  assert.deepEqual(expandBraces("a.{ts,js}"), ["a.ts", "a.js"]);
  assert.deepEqual(expandBraces("{a,b{1,2}}/*.{x,y}"), ["a/*.x", "a/*.y", "b1/*.x", "b1/*.y", "b2/*.x", "b2/*.y"]);
  assert.deepEqual(expandBraces("{,a}b"), ["b", "ab"]);
  for (const plain of ["a{b", "a}b", "a{b}c", "", "**/*.md"]) assert.deepEqual(expandBraces(plain), [plain]);
  assert.deepEqual(expandBraces("\\{a,b}.{x,y\\,z}"), ["\\{a,b}.x", "\\{a,b}.y\\,z"]);
});

test("a pattern that spells out to thousands is refused", () => {
  assert.throws(() => expandBraces("{a,b}".repeat(12)), { code: "USAGE" });
});

test("patterns match as in gitignore", async () => {
  const globs = compileGlobs(["*.ts", "./docs/*.md", "tmp/", "!keep.ts"]);
  const hits = ["a.ts", "x/y/a.ts", "docs/a.md", "tmp/"].map((path) => globs?.ignores(path));
  const misses = ["a.tsx", "docs/in/a.md", "docs.md", "x/keep.ts"].map((path) => globs?.ignores(path));
  assert.deepEqual(
    [hits, misses],
    [
      [true, true, true, true],
      [false, false, false, false],
    ],
  );
  assert.equal(compileGlobs([]), null);
});
