import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { gitUser } from "./ignore-files.ts";
import { includeRules } from "./include-rules.ts";
import { type Scan, scanFolder } from "./scan.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

function tree(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-ignore-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const scan = async (root: string, environment: Readonly<Record<string, string>> = {}): Promise<Scan> =>
  await scanFolder(root, {
    rules: includeRules([], [], "/"),
    maxFileBytes: 1_000,
    ownFolder: null,
    git: gitUser("/nowhere", environment),
    signal: undefined,
  });
const paths = ({ files }: Scan): readonly string[] => files.map(({ path }) => path);

test("what is called like an ignore file and is none says nothing: a folder, a pipe, a link to nowhere", async (t) => {
  const root = tree(t, { "a.md": "a", "sub/b.md": "b", "c/c.md": "c" });
  mkdirSync(join(root, ".gitignore"));
  execFileSync("mkfifo", [join(root, "sub/.lociignore")]);
  symlinkSync("nowhere", join(root, "c/.gitignore"));
  assert.deepEqual(paths(await scan(root)), ["a.md", "c/c.md", "sub/b.md"]);
});

test(
  "where an ignore file can't be read nothing is taken in, and it is said",
  { skip: process.getuid?.() === 0 && "the owner of the machine may read everything" },
  async (t) => {
    const root = tree(t, { "a.md": "a", "sub/.lociignore": "b.md", "sub/b.md": "b", "sub/in/c.md": "c" });
    chmodSync(join(root, "sub/.lociignore"), 0);
    const found = await scan(root);
    assert.deepEqual(
      [paths(found), found.unreadable, found.failed.map(({ path, code }) => [path, code])],
      [["a.md"], ["sub/"], [["sub/", "PATH_UNREADABLE"]]],
    );
    await assert.rejects(scan(join(root, "sub")), { code: "PATH_UNREADABLE" });
  },
);

const CASE_FOLDS = existsSync(import.meta.filename.toUpperCase());

test("a link leads to no installed package", async (t) => {
  const root = tree(t, {
    "a.md": "a",
    "node_modules/lib/README.md": "b",
    "web/node_modules/c/d.md": "d",
    "e/f.md": "f",
    "logseq/bak/pages/a.md": "what a was",
  });
  symlinkSync("node_modules/lib", join(root, "lib"));
  symlinkSync("web/node_modules/c/d.md", join(root, "d.md"));
  symlinkSync("e/f.md", join(root, "f.md"));
  assert.deepEqual(paths(await scan(root)), ["a.md", "e/f.md", "f.md"]);
  assert.deepEqual(paths(await scan(join(root, "node_modules"))), ["lib/README.md"]);
});

test("a folder that an inner ignore file takes back is read, all but what inner rules leave out", async (t) => {
  const root = tree(t, {
    ".gitignore": "build/\n*.tmp.md\n",
    "sub/.gitignore": "!build/\n",
    "sub/build/a.md": "a",
    "sub/build/in/b.md": "b",
    "sub/build/c.tmp.md": "c",
    "build/d.md": "d",
  });
  assert.deepEqual(paths(await scan(root)), ["sub/build/a.md", "sub/build/in/b.md"]);
});

test("a folder that was named by hand is read though its repository ignores it, or a folder above; other rules go on", async (t) => {
  const root = tree(t, {
    ".git/HEAD": "",
    ".gitignore": "/private/\n*.tmp.md\n",
    "private/a.md": "a",
    "private/b.tmp.md": "b",
    "private/[in]/c.md": "c",
    "d.md": "d",
  });
  assert.deepEqual(paths(await scan(root)), ["d.md"]);
  assert.deepEqual(paths(await scan(join(root, "private"))), ["[in]/c.md", "a.md"]);
  assert.deepEqual(paths(await scan(join(root, "private/[in]"))), ["c.md"]);
});

test(
  "capitals count where files are told apart by them",
  { skip: CASE_FOLDS && "file names are the same in capitals here" },
  async (t) => {
    const root = tree(t, { ".gitignore": "core\nReadme.md\n", "Core/a.md": "a", "core/b.md": "b", "README.md": "c" });
    assert.deepEqual(paths(await scan(root)), ["Core/a.md", "README.md"]);
  },
);

const FOLDERS = ["", "a/", "b/", "A/", "a/b/", "a/build/", "build/", "a/b/a/"];
const FILES = ["x.md", "X.md", "a b.md", "t .md", "[q].md", "#h.md", "!n.md"];
const part = fc.constantFrom(
  "*",
  "**",
  "a",
  "b",
  "build",
  "A",
  "x.md",
  "*.md",
  "?.md",
  "[xX].md",
  "[!x].md",
  "\\#h.md",
  "\\!n.md",
  "#h.md",
  "a\\ b.md",
  "a b.md",
  "\\[q\\].md",
  "[[:upper:]]*",
  "t *",
  "{x,y}.md",
);
const pattern = fc
  .tuple(
    fc.constantFrom("", "!"),
    fc.constantFrom("", "/"),
    fc.array(part, { minLength: 1, maxLength: 2 }),
    fc.constantFrom("", "/"),
    fc.constantFrom("", "", " ", "\\ ", "\t", "\r"),
  )
  .map(([not, anchor, parts, folder, end]) => not + anchor + parts.join("/") + folder + end);
const ignoreFile = fc
  .tuple(
    fc.constantFrom("", "\ufeff"),
    fc.array(pattern, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([mark, lines, newline]) => mark + lines.join(newline));

test(
  "what git would add is what is read, of a repository and of a folder in it",
  { skip: spawnSync("git", ["--version"]).status !== 0 && "git is absent" },
  async (t) => {
    const root = tree(t, Object.fromEntries(FOLDERS.flatMap((folder) => FILES.map((name) => [folder + name, "x"]))));
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "core.excludesFile=", ...args], { cwd: root, encoding: "utf8" });
    git("init", "--quiet");
    const ignores = (folder: string): boolean =>
      spawnSync("git", ["check-ignore", "--quiet", folder], { cwd: root }).status === 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...FOLDERS), ignoreFile, { maxKeys: 3 }), async (files) => {
        for (const folder of FOLDERS) rmSync(join(root, folder, ".gitignore"), { force: true });
        for (const [folder, text] of Object.entries(files)) writeFileSync(join(root, folder, ".gitignore"), text);
        const added = git("ls-files", "--others", "--exclude-standard", "-z")
          .split("\0")
          .filter((path) => path.endsWith(".md"))
          .sort();
        assert.deepEqual(paths(await scan(root)), added);
        if (!ignores("a") && !ignores("a/b"))
          assert.deepEqual(
            paths(await scan(join(root, "a/b"))),
            added.filter((path) => path.startsWith("a/b/")).map((path) => path.slice("a/b/".length)),
          );
      }),
      { numRuns: rounds(60, 6) },
    );
  },
);

test(
  "what the user or the clone leaves out of git is left out, also in a worktree",
  { skip: spawnSync("git", ["--version"]).status !== 0 && "git is absent" },
  async (t) => {
    const home = tree(t, { "git/ignore": "default.md\n", mine: "*.user.md\n" });
    const root = tree(t, Object.fromEntries(["default.md", "a.user.md", "b.clone.md", "kept.md"].map((n) => [n, "x"])));
    const environment = { XDG_CONFIG_HOME: home, GIT_CONFIG_GLOBAL: join(home, "config") };
    writeFileSync(join(home, "config"), `[user]\n\tname = A\n\temail = a@b.c\n`);
    const git = (folder: string, ...args: readonly string[]): string =>
      execFileSync("git", args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...environment } });
    git(root, "init", "--quiet");
    writeFileSync(join(root, ".git/info/exclude"), "*.clone.md\n");
    git(root, "add", "kept.md");
    git(root, "commit", "--quiet", "-m", "one");
    const worktree = join(home, "wt");
    git(root, "worktree", "add", "--quiet", worktree);
    for (const name of ["default.md", "a.user.md", "b.clone.md"]) writeFileSync(join(worktree, name), "x");
    const agrees = async (expected: readonly string[]): Promise<void> => {
      for (const folder of [root, worktree]) {
        const added = git(folder, "ls-files", "--others", "--cached", "--exclude-standard").trim().split("\n").sort();
        assert.deepEqual([paths(await scan(folder, environment)), added], [expected, expected]);
      }
    };
    await agrees(["a.user.md", "kept.md"]);
    writeFileSync(join(home, "config"), `[Core] excludesfile = "${join(home, "mine")}" # of this machine\n`);
    await agrees(["default.md", "kept.md"]);
    git(root, "config", "core.excludesFile", "");
    await agrees(["a.user.md", "default.md", "kept.md"]);
  },
);
