import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { defaultProject } from "./default-project.ts";
import { parseProjectName, projectNameFrom } from "./project-name.ts";

function tree(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-project-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("a folder belongs to the git repository or package around it, else to the default project", (t) => {
  const root = tree(t, {
    "repo/.git/config": '[remote "origin"]\n\turl = git@example.org:kay/Driftwood.git\n',
    "repo/docs/a.md": "",
    "plain-repo/.git/HEAD": "",
    "package/package.json": '{ "name": "@kay/tide-tables" }',
    "package/src/x.ts": "",
    "broken/package.json": "{",
    "loose/a.md": "",
  });
  const of = (path: string): string => defaultProject(join(root, path), root, null);
  assert.equal(of("repo/docs"), "driftwood");
  assert.equal(of("plain-repo"), "plain-repo");
  assert.equal(of("package/src"), "tide-tables");
  assert.equal(of("broken"), "broken");
  assert.equal(of("loose"), "default");
  assert.equal(of("."), "default");
});

test("the user's home folder is no project, even if it is a repository", (t) => {
  const root = tree(t, { ".git/HEAD": "", "notes/a.md": "" });
  assert.equal(defaultProject(join(root, "notes"), root, null), "default");
});

test("any text becomes a name that is valid, or none", () => {
  for (const text of ["My Notes", "ünïcode", "日本語", "a..b", "--x--", "a".repeat(200), "C++"]) {
    const name = projectNameFrom(text);
    assert.ok(name !== null && parseProjectName(name) === name, text);
  }
  for (const text of ["", "...", "///"]) assert.equal(projectNameFrom(text), null);
});
