import assert from "node:assert/strict";
import { test } from "node:test";
import { PageCache } from "./page-cache.ts";

test("pages are read once while there is room, and again when it was full", () => {
  const read: number[] = [];
  const cache = new PageCache(4_000);
  const get = (place: number): number | undefined => cache.get(place, (at) => (read.push(at), new Uint8Array(1_000).fill(at)))[0];
  assert.deepEqual([1, 2, 1, 2, 1].map(get), [1, 2, 1, 2, 1]);
  assert.deepEqual(read, [1, 2]);
  // The third has no room beside them.
  assert.deepEqual([3, 1].map(get), [3, 1]);
  assert.deepEqual(read, [1, 2, 3, 1]);
});

test("what is larger than the room is not kept", () => {
  let reads = 0;
  const cache = new PageCache(0);
  for (let i = 0; i < 3; i++) cache.get(1, () => (reads++, new Uint8Array(1)));
  assert.equal(reads, 3);
});
