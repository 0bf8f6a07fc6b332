import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { projectFolder, projectOrigin } from "./project-folder.ts";

test("docs/data.md names every part of a project's folder", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "data.md"), "utf8");
  const { root, ...parts } = projectFolder("/home/me/.loci", "p");
  for (const path of Object.values(parts))
    assert.ok(page.includes(`\`${relative(root, path)}`), `docs/data.md says nothing of '${relative(root, path)}'`);
});

/** A catalog that remembers marks, and nothing else. */
function marks(): Parameters<typeof projectOrigin>[1] {
  const kept = new Map<string, unknown>();
  const cursors = {
    get: async (source: string, path: string) => kept.get(`${source} ${path}`) ?? null,
    put: async (cursor: { source: string; path: string }) => void kept.set(`${cursor.source} ${cursor.path}`, cursor),
  };
  return { cursors } as unknown as Parameters<typeof projectOrigin>[1];
}

test("no wrong byte, and no cut, lets an origin be read as another one", async (t) => {
  const root = temporaryFolder(t);
  const origin = join(root, "origin");
  const first = "/home/me/.loci/projects/p";
  writeFileSync(origin, `${first}\n`);
  const catalog = marks();
  assert.equal(await projectOrigin({ origin, root }, catalog), first, "an older version wrote the path alone");
  const whole = readFileSync(origin);
  assert.notEqual(whole.toString(), `${first}\n`, "it is sealed now");
  const broken = [
    ...[...whole.keys()].flatMap((at) =>
      [1, 0x20, 0x80].map((bit) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ bit;
        return bytes;
      }),
    ),
    ...[...whole.keys()].map((length) => whole.subarray(0, length)),
  ];
  let refused = 0;
  for (const bytes of broken) {
    writeFileSync(origin, bytes);
    assert.equal(await projectOrigin({ origin, root }, catalog), first, "the catalog knows it");
    writeFileSync(origin, bytes);
    await projectOrigin({ origin, root }, marks()).then(
      (path) => assert.equal(path, first, bytes.toString()),
      (thrown: { code: string }) => assert.equal(thrown.code, "STORAGE_FAILED", String(refused++)),
    );
  }
  assert.ok(refused > whole.length, `${refused} were refused where nothing else tells it`);
  rmSync(origin);
  assert.equal(await projectOrigin({ origin, root }, catalog), first);
});
