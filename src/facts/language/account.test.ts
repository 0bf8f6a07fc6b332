import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

/** What a message alone stores, and the reply. */
async function told(message: string): Promise<{ readonly values: readonly string[]; readonly text: string }> {
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: openMemoryFactStore(),
    mirrors: null,
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  const { text } = await facts.tell(message);
  const lists = await facts.list(null, { kind: "all" });
  return { values: lists.flatMap(({ items }) => items.map(({ value }) => value)), text };
}

test("what isn't accounted for to the end of its sentence is held, and the reply says so", async () => {
  for (const message of [
    "My favorite color is blue 💙 and green",
    "My wifi password is hunter2 at home",
    "Remember that the staging port is 8443 on Mondays",
    "First on my list of favorite villages is Giethoorn, second comes Hallstatt, third Reine.",
    "My favorite films are The Good, the Bad and the Ugly, Lock, Stock and Two Smoking Barrels and Heat",
  ]) {
    const { values, text } = await told(message);
    assert.deepEqual(values, [], message);
    assert.match(text, /nothing was (?:changed|stored)/u, message);
  }
});

test("courtesies, clauses of their own and what says more of a value are accounted for", async () => {
  for (const [message, value] of [
    ["My favorite color is blue, thanks for asking!", "blue"],
    ["My favorite drink is ginger ale because it calms me", "ginger ale"],
    ["My favorite essay is On Being Ill, by Virginia Woolf", "On Being Ill"],
    ["Please remember: the door code is 4471#.", "4471#"],
    ["my locker combination is 12-34-7", "12-34-7"],
    ["My MAC address is 3c:22:fb:9a:01:7e", "3c:22:fb:9a:01:7e"],
    ["Please remember that the cabin's coordinates are 59.3293, 18.0686", "59.3293, 18.0686"],
  ] as const)
    assert.deepEqual((await told(message)).values, [value], message);
  assert.deepEqual((await told("My favorite ratios are 1:1, 4:5 and 16:9")).values, ["1:1", "4:5", "16:9"]);
  assert.deepEqual((await told("my favorite subreddits are r/aww and r/rust")).values, ["r/aww", "r/rust"]);
});

test("a second half that isn't read is named, and so is a mark that may be a name's", async () => {
  const { values, text } = await told("Bob's birthday is 4 June. Eve's is 5 July.");
  assert.deepEqual(values, ["4 June"]);
  assert.match(text, /“Eve's is 5 July\.” wasn't read/u);
  assert.match((await told("My favorite song is Hey Ya!")).text, /rename Hey Ya to "Hey Ya!"/u);
});
