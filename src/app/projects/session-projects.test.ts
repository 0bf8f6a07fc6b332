import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SessionProjects } from "./session-projects.ts";

test("a history that says no folder goes to the repository in which it lies; outside of one nothing says where", async (t) => {
  const userHome = mkdtempSync(join(tmpdir(), "loci-histories-"));
  t.after(() => rmSync(userHome, { recursive: true, force: true }));
  const history = join(userHome, "work", "birch", ".specstory", "history");
  const loose = join(userHome, "exports");
  for (const folder of [history, loose]) mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "-q", join(userHome, "work", "birch")]);
  for (const folder of [history, loose]) writeFileSync(join(folder, "a.md"), "_**User**_\n\nHello\n");
  const projects = new SessionProjects({ home: join(userHome, ".loci"), userHome });
  assert.deepEqual(await projects.ofTranscript(join(history, "a.md")), ["birch"]);
  assert.deepEqual(await projects.ofTranscript(join(loose, "a.md")), []);
});
