import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { foreignFiles } from "../../src/files/private-folder.ts";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";

const OWNER = 12_345;
const isRoot = process.geteuid?.() === 0;

test("whatever root does by sudo, every file is the owner's and he goes on himself", { skip: !isRoot }, (t) => {
  const user = mkdtempSync(join(tmpdir(), "loci-sudo-"));
  t.after(() => rmSync(user, { recursive: true, force: true }));
  const notes = join(user, "notes.md");
  writeFileSync(notes, "The shed opens with the brass key.\n");
  for (const path of [user, notes]) chownSync(path, OWNER, OWNER);
  const home = join(user, ".loci");
  const env = { PATH: process.env["PATH"] ?? "", HOME: user, LOCI_HOME: home, NO_COLOR: "1" };
  const loci = (words: readonly string[], as: { readonly uid?: number; readonly gid?: number } = {}): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], { cwd: user, env, ...as });
    assert.equal(status, 0, `${words.join(" ")}: ${stderr.toString()}`);
    return stdout.toString();
  };
  // Those that open no project too: a record of hooks, or an agent's settings, lock him out of these.
  for (const words of [
    ["hooks", "install", "claude-code"],
    ["setup", "codex", "--yes"],
    ["add", "The pier opens at six."],
    ["index", notes, "--scope", "kb"],
    ["tokens", "add", "user:7"],
    ["config", "set", "security.redact", "all"],
    ["projects", "rename", "default", "shed"],
    ["data", "backup", join(user, "backup.tar")],
    ["setup", "codex", "--remove"],
  ]) {
    loci(words);
    assert.equal(foreignFiles(user), null, words.join(" "));
  }
  assert.deepEqual(
    readdirSync(home, { recursive: true, encoding: "utf8" }).filter(
      (path) => (statSync(join(home, path)).mode & 0o077) !== 0,
    ),
    [],
  );
  const himself = { uid: OWNER, gid: OWNER };
  loci(["add", "The pier closes at nine."], himself);
  loci(["hooks", "uninstall", "claude-code"], himself);
  assert.match(loci(["search", "brass key"], himself), /brass/u);
  // What somebody gave away otherwise is said with the one command, whoever asks.
  chownSync(join(home, "projects"), 0, 0);
  for (const as of [himself, {}]) {
    const { status, stdout } = spawnSync(process.execPath, [BIN, "doctor", "--repair"], { cwd: user, env, ...as });
    assert.deepEqual([status, stdout.toString().includes(`sudo chown -R ${OWNER}:${OWNER} '${home}'`)], [1, true]);
  }
});
