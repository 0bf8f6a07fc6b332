import type { OpenedProject } from "../opened-project.ts";
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openMemorySearchIndex } from "../../../test/contract/reference/open-search-index.ts";
import { keepRooms, keptRooms } from "./kept-rooms.ts";

test("a run that changed a large index leaves behind which rooms others stand for; others leave it to the first search", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-keep-rooms-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = {
    index: join(root, "index.sqlite"),
    joinedRooms: join(root, "joined-rooms.json"),
  } as OpenedProject["folder"];
  writeFileSync(folder.index, "one");
  const index = openMemorySearchIndex();
  const joined = new Map([["movies", "movie"]]);
  const palace = (async () => ({ joined: () => joined })) as unknown as OpenedProject["palace"];
  const ended = async (drawers: { added: number; removed: number; total: number }) =>
    await keepRooms({ palace, folder }, index, { drawers: { kept: 0, ...drawers } });
  await ended({ added: 500, removed: 0, total: 500 });
  await ended({ added: 0, removed: 0, total: 50_000 });
  assert.equal(existsSync(folder.joinedRooms), false);
  for (const change of [
    { added: 1, removed: 0 },
    { added: 0, removed: 1 },
  ]) {
    rmSync(folder.joinedRooms, { force: true });
    await ended({ ...change, total: 50_000 });
    assert.deepEqual(keptRooms(folder.joinedRooms, folder.index).read(await index.sequence()), joined);
  }
});
