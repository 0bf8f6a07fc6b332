import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { includeRules } from "../scan/include-rules.ts";
import { gitUser } from "../scan/ignore-files.ts";
import { scanFolder } from "../scan/scan.ts";
import { watchedPaths } from "./watched-paths.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

const GIT = gitUser("/nowhere", {});

const NAMES = ["a.md", "b.txt", "c.ts", "d.o", ".hidden.md", "build", "notes", ".dot", "x y.md"];
const path = fc
  .array(fc.constantFrom("build", "notes", "sub", ".dot"), { maxLength: 3 })
  .chain((folders) => fc.constantFrom(...NAMES.slice(0, 5), "x y.md").map((name) => [...folders, name].join("/")));
const patterns = fc.array(
  fc.constantFrom("build/", "*.md", "!a.md", "notes/*", "/sub", "!notes/b.txt", "**/x*", "c.ts", "*/"),
  { maxLength: 4 },
);

test("whatever a scan takes is watched, with every folder on the way to it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(path, { maxLength: 12 }),
      patterns,
      patterns,
      fc.constantFrom([], ["**/*.ts"], ["notes/**"]),
      fc.constantFrom([], ["sub/"], ["*.txt"]),
      async (files, top, nested, include, exclude) => {
        const root = realpathSync(mkdtempSync(join(tmpdir(), "loci-watched-")));
        try {
          for (const file of files) {
            mkdirSync(join(root, dirname(file)), { recursive: true });
            writeFileSync(join(root, file), "text");
          }
          writeFileSync(join(root, ".gitignore"), `${top.join("\n")}\n`);
          if (files.some((file) => file.startsWith("notes/")))
            writeFileSync(join(root, "notes", ".lociignore"), `${nested.join("\n")}\n`);
          const rules = includeRules(include, exclude, "/");
          const scan = await scanFolder(root, {
            rules,
            maxFileBytes: 100,
            ownFolder: null,
            git: GIT,
            signal: undefined,
          });
          const watched = watchedPaths(root, rules, { ownFolder: null, git: GIT });
          for (const { path: taken } of scan.files) {
            assert.ok(!watched.ignores(join(root, taken), "file") && !watched.ignores(join(root, taken), null), taken);
            for (let folder = dirname(taken); folder !== "."; folder = dirname(folder))
              assert.ok(!watched.ignores(join(root, folder), "folder"), folder);
          }
          const seen = new Set(scan.files.map(({ path: taken }) => taken));
          const reachable = (file: string): boolean =>
            file
              .split("/")
              .slice(0, -1)
              .every((_, i, parts) => !watched.ignores(join(root, ...parts.slice(0, i + 1)), "folder"));
          for (const file of files)
            if (!seen.has(file))
              assert.ok(
                !reachable(file) || watched.ignores(join(root, file), "file"),
                `${file} is not taken, so not watched`,
              );
        } finally {
          rmSync(root, { recursive: true });
        }
      },
    ),
    { numRuns: rounds(150, 10) },
  );
});

test("what is outside, links that leave, and Loci's own folder are left alone; ignore files are not", async (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "loci-watched-")));
  t.after(() => rmSync(root, { recursive: true }));
  for (const folder of ["in", "own"]) mkdirSync(join(root, folder));
  symlinkSync(tmpdir(), join(root, "out"));
  symlinkSync(join(root, "in"), join(root, "link"));
  const watched = watchedPaths(root, includeRules([], [], "/"), { ownFolder: join(root, "own"), git: GIT });
  assert.deepEqual(
    ["in", "own", "out", "link", "gone"].map((name) => watched.ignores(join(root, name), "folder")),
    [false, true, true, false, true],
  );
  assert.ok(
    watched.ignores(dirname(root), "folder") &&
      watched.ignores(`${root}-beside`, null) &&
      !watched.ignores(root, "folder"),
  );
  assert.ok(
    !watched.ignores(join(root, "in", ".gitignore"), "file") && watched.isRuleFile(join(root, "in", ".gitignore")),
  );
  assert.ok(watched.ignores(join(root, ".dot", ".gitignore"), "file"));
  assert.equal(watched.inside(join(root, "in", "a.md")), "in/a.md");
});
