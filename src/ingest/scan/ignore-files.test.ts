import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { includeRules } from "./include-rules.ts";
import { type Scan, scanFolder } from "./scan.ts";

function tree(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-ignore-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const scan = async (root: string): Promise<Scan> => await scanFolder(root, { rules: await includeRules([], []), maxFileBytes: 1_000, ownFolder: null, signal: undefined });
const paths = ({ files }: Scan): readonly string[] => files.map(({ path }) => path);

test("what is called like an ignore file and is none says nothing: a folder, a pipe, a link to nowhere", async (t) => {
  const root = tree(t, { "a.md": "a", "sub/b.md": "b", "c/c.md": "c" });
  mkdirSync(join(root, ".gitignore"));
  execFileSync("mkfifo", [join(root, "sub/.lociignore")]);
  symlinkSync("nowhere", join(root, "c/.gitignore"));
  assert.deepEqual(paths(await scan(root)), ["a.md", "c/c.md", "sub/b.md"]);
});

test("where an ignore file can't be read nothing is taken in, and it is said", { skip: process.getuid?.() === 0 && "the owner of the machine may read everything" }, async (t) => {
  const root = tree(t, { "a.md": "a", "sub/.lociignore": "b.md", "sub/b.md": "b", "sub/in/c.md": "c" });
  chmodSync(join(root, "sub/.lociignore"), 0);
  const found = await scan(root);
  assert.deepEqual([paths(found), found.unreadable, found.failed.map(({ path, code }) => [path, code])], [["a.md"], ["sub/"], [["sub/", "PATH_UNREADABLE"]]]);
  await assert.rejects(scan(join(root, "sub")), { code: "PATH_UNREADABLE" });
});
