import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../storage/memory/facts/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

const TRAILS = "My top three hiking trails: 1. Larch 2. Cedar Ridge 3. Aspen";

async function after(...messages: readonly string[]): Promise<readonly string[]> {
  let now = 0;
  const facts = createFacts({ store: openMemoryFactStore(), mirrors: null, clock: () => ++now, newId: () => String(++now) });
  for (const text of messages) await facts.tell(text, { chat: "A" });
  return (await facts.list()).flatMap((list) => list.items.map((item) => item.value));
}

const SWAPPED = ["Aspen", "Cedar Ridge", "Larch"];
const FIRST = ["Aspen", "Larch", "Cedar Ridge"];
const WITHOUT = ["Larch", "Aspen"];

// One meaning in many words: what differs from the others is a defect.
for (const [meaning, expected, said] of [
  ["swap", SWAPPED, ["Actually, swap my first and third hiking trails.", "swap #1 and #3 please", "swap #1 and #3, ok?", "swap my first hiking trail with my third", "swap my #1 hiking trail and my #3 hiking trail", "swap Larch with my third hiking trail", "swap my first hiking trail with Aspen", "in my top hiking trails, swap Larch and Aspen", "have Larch and Aspen trade places", "swap item 1 and item 3", "You know what, swap Larch and Aspen", "swap Larch and Aspen 🙏"]],
  ["move to the top", FIRST, ["make my third hiking trail #1", "put my last hiking trail first", "make the third hiking trail my first", "make Aspen #1 in my favorite hiking trails", "in my hiking trails, move Aspen to #1", "move the last one to the top in the hiking trail list", "move the third hiking trail up to #1", "Aspen takes the top spot", "let Aspen be number one", "move item 3 to the top", "bump Aspen to my #1"]],
  ["remove", WITHOUT, ["remove Cedar Ridge from my top three hiking trails", "drop #2 from my top hiking trails", "remove the second hiking trail from my list", "delete item 2", "remove Cedar Ridge entirely", "drop Cedar Ridge, yeah", "take Cedar Ridge off those"]],
  ["one down", ["Cedar Ridge", "Larch", "Aspen"], ["demote Larch", "demote number one", "demote no. 1 please", "demote item 1", "demote my top hiking trail"]],
] as const) {
  for (const words of said) {
    test(`${meaning}: ${words}`, async () => {
      assert.deepEqual(await after(TRAILS, words), expected);
    });
  }
}

test("a place of another list, and what stands at a place, are no values", async () => {
  assert.deepEqual(await after(TRAILS, "swap my first hiking trail with my third canoe"), ["Larch", "Cedar Ridge", "Aspen"]);
  assert.deepEqual(await after(TRAILS, "swap Larch with my third canoe"), ["Larch", "Cedar Ridge", "Aspen"]);
});

test("letters that count from A in a line number a list; initials don't", async () => {
  assert.deepEqual(await after("My favorite cheeses are A. brie B. gouda"), ["brie", "gouda"]);
  assert.deepEqual(await after("My favorite cheeses are A. Brie B. Gouda C. Feta"), ["Brie", "Gouda", "Feta"]);
  assert.deepEqual(await after("My favorite authors are A. Milne and B. Shaw"), ["A. Milne", "B. Shaw"]);
});
