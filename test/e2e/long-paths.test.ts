import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

function loci(args: readonly string[], limit = "unlimited"): string {
  const command = limit === "unlimited" ? 'exec "$@"' : `ulimit -n ${limit}; exec "$@"`;
  return spawnSync("sh", ["-c", command, "sh", process.execPath, BIN, ...args], { encoding: "utf8" }).stderr;
}

test("a path that is too long is said to be so, as a source and as a data folder", (t) => {
  const folder = temporaryFolder(t);
  writeNotes(join(folder, "notes"), { "tea.md": "# Tea\n\nSencha is green.\n" });
  const place = ["--home", join(folder, "home"), "--project", "p"];
  for (const path of ["n".repeat(300), "folder/".repeat(700)]) {
    const result = loci([...place, "index", join(folder, path), "--scope", "kb"]);
    assert.match(result, /\[PATH_UNREADABLE\]\n {2}use a shorter path/u);
  }
  const deep = join(folder, ...Array.from({ length: 5 }, () => "d".repeat(100)));
  mkdirSync(deep, { recursive: true });
  const said = loci(["--home", deep, "--project", "p", "index", join(folder, "notes"), "--scope", "kb"]);
  assert.match(said, /the path of the catalog has \d+ bytes, and a database takes 504 \[STORAGE_FAILED\]/u);
  assert.match(said, /use a shorter path: .*--home or LOCI_HOME/u);
});

test(
  "where no more files can be opened, that is said, whichever file it was",
  { skip: process.platform === "linux" ? false : "limits of Linux" },
  async (t) => {
    const folder = temporaryFolder(t);
    writeNotes(join(folder, "notes"), { "tea.md": "# Tea\n\nSencha is green.\n" });
    const home = join(folder, "home");
    const made = await openLoci({ home });
    await (await made.project("p")).index([join(folder, "notes")], { scope: "kb" });
    await made.close();
    const result = [17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]
      .map((limit) => loci(["--home", home, "--project", "p", "search", "sencha"], String(limit)))
      .filter((line) => line.startsWith("error: "));
    assert.ok(result.length > 0);
    for (const line of result) {
      assert.doesNotMatch(line, /fault in Loci|permissions|\n {4}at /u);
      assert.match(line, /ulimit -n/u);
    }
  },
);
