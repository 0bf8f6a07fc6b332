import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isBuiltOf, noteBuild, sourcesOf } from "./kept-build.ts";

test("a build is kept while what it was made of, and what it made, are the same to the byte", (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-kept-build-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const files = [
    "src/a.ts",
    "extensions/b/index.ts",
    "web/main.ts",
    "scripts/build.ts",
    "package-lock.json",
    "dist/a.js",
  ];
  for (const file of files) write(file, "as it was");
  const isKept = (): boolean => isBuiltOf(root, sourcesOf(root));
  assert.equal(isKept(), false, "nothing was noted");
  noteBuild(root, sourcesOf(root));
  assert.equal(isKept(), true);
  for (const file of files) {
    write(file, "as it is!");
    assert.equal(isKept(), false, file);
    write(file, "as it was");
    assert.equal(isKept(), true, `${file}, put back`);
  }
  for (const file of ["src/new.ts", "dist/new.js"]) {
    write(file, "");
    assert.equal(isKept(), false, file);
    rmSync(join(root, file));
  }
  rmSync(join(root, "dist"), { recursive: true });
  assert.equal(isKept(), false, "dist/ is gone");
});
