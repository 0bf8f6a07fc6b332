import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { includeRules, compileGlobs, expandBraces } from "./include-rules.ts";

const FILES = ["a.md", "notes/b.md", "c.txt", "src/d.ts", "src/e.js", "f.bin"];

/** Type by path, of those that take part. */
async function taken(include: readonly string[], exclude: readonly string[] = []): Promise<Record<string, string>> {
  const rules = includeRules(include, exclude, "/");
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
  const rules = includeRules([], ["notes/"], "/");
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

test("what a name doesn't tell, the content does: mail without an ending, and newer documents under old names", async (context) => {
  const root = mkdtempSync(join(tmpdir(), "loci-"));
  const rules = includeRules([], [], root);
  const mail = "From: a@example.org\r\nDate: Tue, 5 Mar 2024 20:14:02 +0000\r\n\r\nwords\r\n";
  const files = [
    ["Inbox", `From - Tue Mar 05 20:14:02 2024\r\nX-Mozilla-Status: 0001\r\n${mail}`, "mail"],
    ["Sent", mail, "mail"],
    ["LICENSE", "From: all of us\n\nDate: today", null],
    ["Makefile", "all: a\n\ncc -o a a.c\n", null],
    ["bank.xls", "<html><table><tr><td>1</td></tr></table></html>", "html"],
    ["club.XLS", "Member\tFee\nTorben\t95\n", "csv"],
    ["letter.doc", "{\\rtf1 words}", "rtf"],
    ["note.doc", "just words", "txt"],
    ["really.doc", "PK\x03\x04\x00word/document.xml", "docx"],
    ["book.xls", "PK\x03\x04\x00xl/workbook.xml", "xlsx"],
    ["talk.ppt", "PK\x03\x04\x00ppt/presentation.xml", "pptx"],
    ["old.doc", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", null],
    ["empty.xls", "", null],
    ["picture.doc", "\x89PNG", null],
  ] as const;
  for (const [name, content, type] of files)
    await context.test(name, () => {
      writeFileSync(join(root, name), content, "latin1");
      assert.equal(rules.typeOf(name), type);
    });
  assert.equal(rules.typeOf("gone.xls"), null);
});
