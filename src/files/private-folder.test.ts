import assert from "node:assert/strict";
import { symlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makePrivateFolder } from "./private-folder.ts";
import { scratch } from "../config/scratch.fixture.ts";

test("a folder is made with those above it, for its owner only, and said to be there the next time", (t) => {
  const folder = join(scratch(t), "a", "b", "c");
  assert.equal(makePrivateFolder(folder), true);
  assert.equal(makePrivateFolder(folder), false);
  if (process.platform !== "win32")
    assert.deepEqual(
      [folder, join(folder, "..")].map((path) => statSync(path).mode & 0o777),
      [0o700, 0o700],
    );
});

test("what can't be made is the system's error, and not tried for ever", (t) => {
  const folder = scratch(t);
  writeFileSync(join(folder, "a-file"), "");
  symlinkSync("nowhere", join(folder, "dangling"));
  assert.throws(() => makePrivateFolder(join(folder, "a-file")), { code: "EEXIST" });
  assert.throws(() => makePrivateFolder(join(folder, "a-file", "b")), { code: "ENOTDIR" });
  assert.throws(() => makePrivateFolder(join(folder, "dangling", "b")), { code: "EEXIST" });
  // Says that a folder is missing where none is.
  if (process.platform === "linux") assert.throws(() => makePrivateFolder("/proc/loci/b"), { code: "ENOENT" });
});
