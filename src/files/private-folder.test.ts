import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { scratch } from "../config/scratch.fixture.ts";
import { foreignFiles, makePrivateFolder } from "./private-folder.ts";

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

const isRoot = process.geteuid?.() === 0;

test("files of another user are named with the one command that gives them back", { skip: !isRoot }, (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-owner-"));
  t.after(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, "projects/p"), { recursive: true });
  writeFileSync(join(home, "projects/p/a"), "");
  assert.equal(foreignFiles(home), null);
  chownSync(home, 1234, 1234);
  const found = foreignFiles(home);
  assert.deepEqual([found?.count, found?.command], [3, `sudo chown -R 1234:1234 '${home}'`]);
});

test("a file that goes away while it is looked for belongs to nobody else", async (t) => {
  const home = scratch(t);
  for (let i = 0; i < 200; i++) writeFileSync(join(home, `kept-${i}`), "");
  const work = `import { rmSync, writeFileSync } from "node:fs"; console.log("begun");
    for (;;) { for (let i = 0; i < 9; i++) writeFileSync(${JSON.stringify(home)} + "/gone-" + i, "");
      for (let i = 0; i < 9; i++) rmSync(${JSON.stringify(home)} + "/gone-" + i); }`;
  const writer = spawn(process.execPath, ["--input-type=module", "-e", work]);
  const ended = new Promise((resolve) => writer.on("exit", resolve));
  try {
    await new Promise((resolve) => writer.stdout.once("data", resolve));
    for (let i = 0; i < 200; i++) assert.equal(foreignFiles(home), null);
  } finally {
    writer.kill("SIGKILL");
    await ended;
  }
});

test("what root makes in somebody's folder is that one's, the first start's folder too", { skip: !isRoot }, (t) => {
  const owner = fileURLToPath(new URL("private-folder.ts", import.meta.url));
  for (const below of ["", "data/.loci"]) {
    const home = mkdtempSync(join(tmpdir(), "loci-owner-"));
    t.after(() => rmSync(home, { recursive: true }));
    chownSync(home, 1234, 1234);
    const folder = join(home, below);
    const work = `import { actAsOwner } from ${JSON.stringify(owner)}; import { mkdirSync, writeFileSync } from "node:fs";
      actAsOwner(${JSON.stringify(folder)}); mkdirSync(${JSON.stringify(folder)}, { recursive: true });
      writeFileSync(${JSON.stringify(join(folder, "made"))}, "");`;
    execFileSync(process.execPath, ["--input-type=module-typescript", "-e", work]);
    assert.equal(foreignFiles(home), null);
  }
});
