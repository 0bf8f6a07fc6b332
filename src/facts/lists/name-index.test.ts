import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

async function after(...messages: readonly string[]): Promise<readonly string[]> {
  let now = 0;
  const facts = createFacts({
    store: openMemoryFactStore(),
    files: null,
    clock: () => ++now,
    newId: () => String(++now),
  });
  for (const text of messages) await facts.tell(text, { chat: "A" });
  return (await facts.list()).flatMap((list) => list.items.map((item) => item.value));
}

test("last words that several share, first words and parts of words change nothing", async () => {
  assert.deepEqual(await after("My favorite bands are Black Keys, White Keys", "remove Keys from my favorite bands"), [
    "Black Keys",
    "White Keys",
  ]);
  assert.deepEqual(await after("My favorite heroes are Iron Man 2, Thor", "remove Iron Man"), ["Iron Man 2", "Thor"]);
  assert.deepEqual(await after("My favorite fish are pufferfish, cod", "remove fish from my favorite fish"), [
    "pufferfish",
    "cod",
  ]);
});

test("a statement names what is new", async () => {
  assert.deepEqual(await after("My favorite albums are Kind of Blue, Giant Steps", "My #1 favorite album is Blue"), [
    "Blue",
    "Kind of Blue",
    "Giant Steps",
  ]);
});
