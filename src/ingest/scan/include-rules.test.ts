import assert from "node:assert/strict";
import { test } from "node:test";
import { includeRules } from "./include-rules.ts";

const FILES = ["a.md", "notes/b.md", "c.txt", "src/d.ts", "src/e.js", "f.bin"];

/** Type by path, of those that take part. */
async function taken(include: readonly string[], exclude: readonly string[] = []): Promise<Record<string, string>> {
  const rules = await includeRules(include, exclude);
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
  const rules = await includeRules([], ["notes/"]);
  assert.equal(rules.excludes("notes/"), true);
});
