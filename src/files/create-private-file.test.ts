import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { createPrivateFile } from "./private-folder.ts";

const withoutLinks = (): void => {
  throw Object.assign(new Error("no links here"), { code: "EPERM" });
};

for (const [where, link] of [
  ["with hard links", undefined],
  ["without hard links", withoutLinks],
] as const) {
  test(`a file is made once, for its owner, and nothing is left beside it: ${where}`, (t) => {
    const folder = join(temporaryFolder(t), "a", "b");
    const path = join(folder, "token");
    assert.equal(createPrivateFile(path, "first", link), true);
    assert.equal(createPrivateFile(path, "second", link), false);
    assert.equal(readFileSync(path, "utf8"), "first");
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ["token"]);
  });
}

test("what is in its way is a storage error that names the file", (t) => {
  const file = join(temporaryFolder(t), "file");
  writeFileSync(file, "");
  for (const path of [join(file, "token"), join(file, "deeper", "token")])
    assert.throws(() => createPrivateFile(path, "x"), {
      code: "STORAGE_FAILED",
      message: new RegExp(`^${path} can't be written`),
    });
});
