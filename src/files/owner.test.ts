import assert from "node:assert/strict";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { foreignFiles } from "./owner.ts";

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

test("what root makes in somebody's folder is that one's", { skip: !isRoot }, (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-owner-"));
  t.after(() => rmSync(home, { recursive: true }));
  chownSync(home, 1234, 1234);
  const owner = fileURLToPath(new URL("owner.ts", import.meta.url));
  const work = `import { actAsOwner } from ${JSON.stringify(owner)}; import { writeFileSync } from "node:fs";
    actAsOwner(${JSON.stringify(home)}); writeFileSync(${JSON.stringify(join(home, "made"))}, "");`;
  execFileSync(process.execPath, ["--input-type=module-typescript", "-e", work]);
  assert.equal(foreignFiles(home), null);
});
