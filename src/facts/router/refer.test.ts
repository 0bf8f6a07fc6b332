import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../storage/memory/facts/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

async function after(...messages: readonly string[]): Promise<readonly string[]> {
  let now = 0;
  const facts = createFacts({ store: openMemoryFactStore(), mirrors: null, clock: () => ++now, newId: () => String(++now) });
  for (const text of messages) await facts.tell(text, { chat: "A" });
  return (await facts.list()).flatMap((list) => list.items.map((item) => item.value));
}

const HIKES = "My favorite hikes are 1) Rila, 2) Tatra, 3) Etna";

test("it is the item that the last change was about", async () => {
  assert.deepEqual(await after(HIKES, "Add Triglav to my favorite hikes", "Move it to the top"), ["Triglav", "Rila", "Tatra", "Etna"]);
});

test("it is what the clause before put there, whatever was changed earlier", async () => {
  for (const said of [" and move it to the top", ", then make it #1", " and put it first", ". Set it to #1"]) assert.deepEqual(await after(HIKES, "Move Etna to the top", `Add Triglav to my favorite hikes${said}`), ["Triglav", "Etna", "Rila", "Tatra"], said);
  assert.deepEqual(await after(HIKES, "Remove Tatra from my favorite hikes, then add it at the end"), ["Rila", "Etna"]);
});

test("it is the one item that the message named before", async () => {
  assert.deepEqual(await after(HIKES, "I no longer like Tatra, take it off my favorite hikes"), ["Rila", "Etna"]);
});

test("it is nothing when several were named, or none", async () => {
  assert.deepEqual(await after(HIKES, "Move it to the top"), ["Rila", "Tatra", "Etna"]);
  assert.deepEqual(await after(HIKES, "Tatra and Etna were wet, take it off my favorite hikes"), ["Rila", "Tatra", "Etna"]);
  assert.deepEqual(await after("Move it to the top"), []);
});
