import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteIndexHouse } from "../storage/sqlite/open-house.ts";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { openMemorySearchIndex } from "../../test/contract/reference/open-search-index.ts";
import type { IndexHouse, SearchIndex } from "../storage/ports/search-index.ts";
import { IndexHandle, PARTIAL_INDEX } from "./index-handle.ts";

/** A house of one index, which is gone until `identity` says otherwise. */
function houseOf(identity: () => string | null): { house: () => Promise<IndexHouse>; index: SearchIndex } {
  const index = openMemorySearchIndex();
  const house: IndexHouse = {
    identity: async () => identity(),
    state: async () => ({ is: identity() === null ? "absent" : "present", detail: "" }),
    lost: async () => (identity() === null ? { why: "missing", detail: "" } : null),
    open: async () => index,
    reset: async () => {},
    bytes: async () => 0,
    close: async () => {},
  };
  return { house: async () => house, index };
}

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

test("an index that another process makes is used as far as it goes, not waited for", async () => {
  let identity: string | null = null;
  const { house, index } = houseOf(() => identity);
  const handle = new IndexHandle({
    house,
    expectsContent: async () => true,
    // Its turn doesn't come: the other process is at it for long.
    exclusively: (_work, waiting) =>
      new Promise((_, reject) => waiting?.signal?.addEventListener("abort", () => reject(new Error("given up")))),
    unfinished: { read: async () => identity !== null, write: async () => {} },
    fill: () => assert.fail("two make it"),
  });
  setTimeout(() => (identity = "new"), 100);
  await handle.use(async (used) => assert.equal(used, index));
  assert.deepEqual(handle.lacks(), [PARTIAL_INDEX]);
});

test("an index that another process has only begun to make is used too, since that one may wait for a source", async () => {
  let isUnfinished = false;
  const { house } = houseOf(() => (isUnfinished ? "new" : null));
  const handle = new IndexHandle({
    house: async () => ({ ...(await house()), lost: async () => ({ why: "missing", detail: "it holds nothing" }) }),
    expectsContent: async () => true,
    exclusively: (_work, waiting) =>
      new Promise((_, reject) => waiting?.signal?.addEventListener("abort", () => reject(new Error("given up")))),
    unfinished: { read: async () => isUnfinished, write: async () => {} },
    fill: () => assert.fail("two make it"),
  });
  setTimeout(() => (isUnfinished = true), 100);
  await handle.use(async () => {});
  assert.deepEqual(handle.lacks(), [PARTIAL_INDEX]);
});

test("an index that is taken away while it is made is made once more", async () => {
  let identity: string | null = null;
  let isUnfinished = false;
  const fills: string[] = [];
  const { house } = houseOf(() => identity);
  const handle = new IndexHandle({
    house,
    expectsContent: async () => true,
    exclusively: (work) => work(),
    unfinished: { read: async () => isUnfinished, write: async (now) => void (isUnfinished = now) },
    fill: async () => {
      assert.ok(isUnfinished);
      fills.push(identity ?? "none");
      // Taken away behind its back, and made by the next opening.
      identity = fills.length === 1 ? "second" : identity;
      return 5;
    },
  });
  await handle.use(async () => {});
  assert.deepEqual([fills, isUnfinished], [["none", "second"], false]);
  assert.match(handle.takeNotes()[0]?.message ?? "", /stored by that: 5/);
});

test(
  "whoever makes an index that is taken away begins again at once, and at a fault that comes of it too",
  { timeout: 60_000 },
  async () => {
    let identity: string | null = null;
    const fills: string[] = [];
    const { house } = houseOf(() => identity);
    const handle = new IndexHandle({
      house,
      expectsContent: async () => true,
      exclusively: (work) => work(),
      unfinished: { read: async () => false, write: async () => {} },
      fill: async (_index, signal) => {
        fills.push(identity ?? "none");
        if (fills.length === 3) return 5;
        identity = `index ${fills.length}`;
        if (fills.length === 2) throw new Error("the database is not open");
        // What is left of a large chat: nobody would see it.
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return 0;
      },
    });
    await handle.use(async () => {});
    assert.deepEqual(fills, ["none", "index 1", "index 2"]);
  },
);

test("an index that was filled without a source that another process had is a part, and the next use goes on with it", async () => {
  let isUnfinished = true;
  let fills = 0;
  const { house } = houseOf(() => "made");
  const handle = new IndexHandle({
    house,
    expectsContent: async () => true,
    exclusively: (work) => work(),
    unfinished: { read: async () => isUnfinished, write: async (now) => void (isUnfinished = now) },
    fill: async () => (fills++ === 0 ? null : 7),
  });
  await handle.use(async () => {});
  assert.deepEqual([fills, isUnfinished, handle.takeNotes()], [1, true, [PARTIAL_INDEX]]);
  await handle.use(async () => {});
  assert.deepEqual([fills, isUnfinished, handle.takeNotes().map(({ code }) => code)], [2, false, ["INDEX_REBUILT"]]);
});
