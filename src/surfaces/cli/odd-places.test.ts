import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { BIN, sandbox } from "./spawn-loci.fixture.ts";

/** Runs a line of the shell, in which "$0" is Node and "$1" the command. */
function shell(line: string, cwd: string, home: string): Promise<{ code: number; err: string }> {
  return new Promise((resolve) => {
    execFile(
      "sh",
      ["-c", line, process.execPath, BIN],
      { cwd, env: { PATH: process.env["PATH"], HOME: home } },
      (error, _, err) => resolve({ code: Number(error?.code ?? 0), err }),
    );
  });
}

const posix = { skip: process.platform !== "linux" };

test("an output that can't be written is one line and a status, no stack trace", posix, async (t) => {
  const { folder, remove } = sandbox();
  t.after(remove);
  const { code, err } = await shell('"$0" "$1" --help > /dev/full', folder, folder);
  assert.equal(code, 4);
  assert.equal(err, "error: the output can't be written (ENOSPC); it ends in between\n");
});

test("a current folder that was deleted is said, without a stack trace", posix, async (t) => {
  const { folder, remove } = sandbox();
  t.after(remove);
  mkdirSync(join(folder, "gone"));
  const { code, err } = await shell('cd gone && rmdir ../gone && "$0" "$1" status', folder, folder);
  assert.equal(code, 4);
  assert.match(err, /^error: the current folder was deleted/);
  assert.doesNotMatch(err, /\n\s+at /);
});

test("an empty HOME is the user's home of the system, not the current folder", posix, async (t) => {
  const { folder, remove } = sandbox();
  t.after(remove);
  const { code, err } = await shell('HOME= "$0" "$1" config list --json > out; cat out >&2', folder, folder);
  assert.equal(code, 0, err);
  assert.deepEqual(readdirSync(folder), ["out"]);
  assert.ok(!err.includes(JSON.stringify(folder).slice(1, -1)), userInfo().homedir);
});
