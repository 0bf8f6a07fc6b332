import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteIndexHouse } from "../storage/sqlite/open-house.ts";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { IndexHandle } from "./index-handle.ts";

test("an index that only looked lost is neither closed under its users nor filled again", async (t) => {
  // Another process has written to the catalog, and not yet to the index, when this one looks.
  let looks = 0;
  let fills = 0;
  const handle = new IndexHandle({
    house: async () =>
      sqliteIndexHouse(join(temporaryFolder(t), "index.sqlite"), { read: async () => 0, write: async () => {} }),
    expectsContent: async () => looks++ === 0,
    exclusively: (work) => work(),
    unfinished: { read: async () => false, write: async () => {} },
    fill: async () => ++fills,
  });
  t.after(() => handle.close());
  const index = await handle.index();
  await handle.use(async (used) => assert.equal(used, index));
  assert.equal(await index.sequence(), 0);
  assert.deepEqual([fills, handle.takeNotes()], [0, []]);
});
