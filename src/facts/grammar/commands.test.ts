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

test("two lists in one command; a list's name is part of no item", async () => {
  const nuts = "My favorite nuts are pecan, fig";
  assert.deepEqual(await after("My favorite teas are mate, chai", nuts, "add almond to my favorite nuts and assam to my favorite teas"), ["pecan", "fig", "almond", "mate", "chai", "assam"]);
  for (const words of ["put almond on my favorite nuts and assam on my favorite teas", "add almond to my favorite nuts, right above fig"]) assert.deepEqual(await after(nuts, words), ["pecan", "fig"], words);
});

test("a list and a colon before a command say what it is about", async () => {
  const nuts = "My favorite nuts are pecan, fig";
  for (const words of ["my favorite hiking trails: move Aspen to the top", "my favorite hiking trails - put Aspen at #1", "my favorite hiking trails: move Aspen above Larch"]) assert.deepEqual(await after(nuts, TRAILS, nuts, words), [...FIRST, "pecan", "fig"], words);
  assert.deepEqual(await after(TRAILS, "my favorite hiking trails: swap Larch and Aspen"), SWAPPED);
  assert.deepEqual(await after(TRAILS, "my favorite hiking trails: undo that"), []);
  assert.deepEqual(await after("My favorite drills: swap and go, weave"), ["swap and go", "weave"]);
});

test("several ranks in front of the noun, and what goes for what comes", async () => {
  for (const words of ["remove my first and my third favorite hiking trails", "remove my 1st and 3rd favorite hiking trails", "delete the first and the third of my favorite hiking trails"]) assert.deepEqual(await after(TRAILS, words), ["Cedar Ridge"], words);
  for (const words of ["make Birch #2 instead of Cedar Ridge", "put Birch in my favorite hiking trails instead of Cedar Ridge"]) assert.deepEqual(await after(TRAILS, words), ["Larch", "Birch", "Aspen"], words);
  assert.deepEqual(await after(TRAILS, "I want to live in Rome instead of Larch"), ["Larch", "Cedar Ridge", "Aspen"]);
  assert.deepEqual(await after(TRAILS, "add Birch to my favorite hiking trails right before Aspen"), ["Larch", "Cedar Ridge", "Birch", "Aspen"]);
});

test("a place of another list, and what stands at a place, are no values", async () => {
  assert.deepEqual(await after(TRAILS, "swap my first hiking trail with my third canoe"), ["Larch", "Cedar Ridge", "Aspen"]);
  assert.deepEqual(await after(TRAILS, "swap Larch with my third canoe"), ["Larch", "Cedar Ridge", "Aspen"]);
});

test("letters that count from A in a line number a list; initials don't", async () => {
  assert.deepEqual(await after("My favorite cheeses are A. brie B. gouda"), ["brie", "gouda"]);
  assert.deepEqual(await after("My favorite cheeses are A. Brie B. Gouda C. Feta"), ["Brie", "Gouda", "Feta"]);
  assert.deepEqual(await after("My favorite authors are A. Milne and B. Shaw"), ["A. Milne", "B. Shaw"]);
});

test("from one list to another: out of the one, under its stored name to the end of the other; undone as one change", async () => {
  const lists = [TRAILS, "My favorite walks are Dales, Moor"] as const;
  for (const words of ["move Cedar Ridge from my favorite hiking trails to my favorite walks", "Move the second one from my favorite hiking trails over to my favorite walks", "shift ridge off my favorite hiking trails onto my favorite walks"]) assert.deepEqual(await after(...lists, words), ["Larch", "Aspen", "Dales", "Moor", "Cedar Ridge"], words);
  assert.deepEqual(await after(...lists, "move Cedar Ridge from my favorite hiking trails to my favorite walks", "undo that"), ["Larch", "Cedar Ridge", "Aspen", "Dales", "Moor"]);
  assert.deepEqual(await after(...lists, "move Birch from my favorite hiking trails to my favorite walks"), ["Larch", "Cedar Ridge", "Aspen", "Dales", "Moor"]);
});

test("“instead of” lets go of what stands there and makes room for what is new; it drops nothing else", async () => {
  assert.deepEqual(await after(TRAILS, "make Birch my favorite hiking trail instead of Larch"), ["Birch", "Cedar Ridge", "Aspen"]);
  assert.deepEqual(await after(TRAILS, "make Birch my favorite hiking trail instead of Aspen"), ["Birch", "Larch", "Cedar Ridge", "Aspen"]);
  assert.deepEqual(await after(TRAILS, "make Aspen my favorite hiking trail instead of Larch"), FIRST);
});
