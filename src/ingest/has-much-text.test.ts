import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hasMuchText } from "./has-much-text.ts";

test("a folder holds much when its texts are many or large; hidden ones, packages and other types don't count", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-much-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, bytes: number): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "x".repeat(bytes));
  };
  assert.equal(hasMuchText(join(folder, "nowhere")), false);
  for (const path of [".git/a.md", "node_modules/a.md", "a.bin", "b.pdf"]) write(path, 400_000);
  for (let i = 0; i < 899; i++) write(`notes/n${i}.md`, 10);
  assert.equal(hasMuchText(folder), false);
  write("notes/deep/one.txt", 10);
  assert.equal(hasMuchText(folder), true);
  write("large/one.md", 3_000_000);
  assert.equal(hasMuchText(join(folder, "large")), true);
});
