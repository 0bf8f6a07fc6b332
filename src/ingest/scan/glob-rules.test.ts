import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGlobs, expandBraces } from "./glob-rules.ts";

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
  const globs = await compileGlobs(["*.ts", "./docs/*.md", "tmp/", "!keep.ts"]);
  const hits = ["a.ts", "x/y/a.ts", "docs/a.md", "tmp/"].map((path) => globs?.ignores(path));
  const misses = ["a.tsx", "docs/in/a.md", "docs.md", "x/keep.ts"].map((path) => globs?.ignores(path));
  assert.deepEqual(
    [hits, misses],
    [
      [true, true, true, true],
      [false, false, false, false],
    ],
  );
  assert.equal(await compileGlobs([]), null);
});
