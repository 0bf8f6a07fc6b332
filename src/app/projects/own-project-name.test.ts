import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { projectOfFolder } from "./project-of-folder.ts";
import { freeName, parseProjectName, projectNameFrom } from "./project-name.ts";

function tree(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-project-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("a folder belongs to the git repository around it, else to the nearest package, else to the default project", async (t) => {
  const root = tree(t, {
    "repo/.git/config": '[remote "origin"]\n\turl = git@example.org:kay/Driftwood.git\n',
    "repo/.git/HEAD": "ref: refs/heads/main\n",
    "repo/.git/objects/info/none": "",
    "repo/.git/refs/heads/none": "",
    "repo/docs/a.md": "",
    "repo/packages/tide/package.json": '{ "name": "tide" }',
    "package/package.json": '{ "name": "@kay/tide-tables" }',
    "package/src/x.ts": "",
    "broken/package.json": "{",
    "loose/a.md": "",
  });
  const of = async (path: string): Promise<string> =>
    (await projectOfFolder(join(root, path), { userHome: root, home: join(root, "loci") })).name;
  assert.equal(await of("repo/docs"), "driftwood");
  assert.equal(await of("repo/packages/tide"), "driftwood");
  assert.equal(await of("package/src"), "tide-tables");
  assert.equal(await of("broken"), "broken");
  assert.equal(await of("loose"), "default");
  assert.equal(await of("."), "default");
});

test("any text becomes a name that is valid, or none", () => {
  for (const text of [
    "My Notes",
    "ünïcode",
    "日本語",
    "a..b",
    "--x--",
    "a".repeat(200),
    "C++",
    "🚀",
    "👩‍🚀",
    "∑",
    "a+b",
  ]) {
    const name = projectNameFrom(text);
    assert.ok(name !== null && parseProjectName(name) === name, `${text}: ${name}`);
  }
  for (const text of ["", "...", "///"]) assert.equal(projectNameFrom(text), null);
});

test("names that differ by a sign stay different", () => {
  const texts = ["C", "C++", "C#", "🚀", "🛰️", "my.app", "my_app", "my-app", "a&b", "a@b", "a-b", "c+"];
  assert.equal(new Set(texts.map(projectNameFrom)).size, texts.length);
});

test("a name that is taken gets its owner behind it, then a number, and stays valid", () => {
  assert.equal(freeName("web", "Birch", new Set(["web"])), "web-birch");
  assert.equal(freeName("web", null, new Set(["web"])), "web-2");
  assert.equal(freeName("web", "birch", new Set(["web", "web-birch", "web-2"])), "web-3");
  const long = "x".repeat(64);
  for (const owner of [null, "y".repeat(64)]) {
    const name = freeName(long, owner, new Set([long]));
    assert.notEqual(name, long);
    assert.equal(parseProjectName(name), name);
  }
});
