import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../storage/memory/facts/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";
import { emojiPieces } from "./emoji-pieces.ts";

async function told(...messages: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  let now = 0;
  const facts = createFacts({ store: openMemoryFactStore(), mirrors: null, clock: () => ++now, newId: () => String(++now) });
  for (const message of messages) await facts.tell(message, { chat: "a" });
  return Object.fromEntries((await facts.list()).map((list) => [list.topic, list.items.map((item) => item.value)]));
}

test("a word is cut where emoji begin and end", () => {
  assert.deepEqual(emojiPieces("sports⚽"), ["sports", "⚽"]);
  assert.deepEqual(emojiPieces("👩‍🚀👍🏽🇯🇵7"), ["👩‍🚀", "👍🏽", "🇯🇵", "7"]);
  assert.deepEqual(emojiPieces("Lego™"), ["Lego™"]);
});

test("emoji beside a topic are no part of it", async () => {
  assert.deepEqual(await told("My favorite hikes 🥾\n- Rim Trail\n- Half Dome", "remove Half Dome from my favorite hikes ⛰️"), { hike: ["Rim Trail"] });
  assert.deepEqual(await told("my fave flavors🍦: pistachio, mango"), { flavor: ["pistachio", "mango"] });
  assert.deepEqual(await told("my favorite 🍕 is margherita"), { "🍕": ["margherita"] });
});

test("faces, hearts and marks end a value, pictures of things belong to it", async () => {
  assert.deepEqual(await told("My favorite films:\n1. Heat 🔥\n2. Ran ❤️❤️\n3. Up 🎈"), { film: ["Heat", "Ran", "Up 🎈"] });
  assert.deepEqual(await told("my favorite book is Moon 😂 I read it daily"), { book: ["Moon"] });
  assert.deepEqual(await told("My favorite emoji is 😂"), { emoji: ["😂"] });
  assert.deepEqual(await told("My favorite emojis are 😂 🦥 🔥"), { emoji: ["😂", "🦥", "🔥"] });
});

test("an emoji may open a command, and a name may leave its own out", async () => {
  assert.deepEqual(await told("My favorite fruits are mango 🥭, fig", "🗑️ remove mango"), { fruit: ["fig"] });
  assert.deepEqual(await told("My favorite fruit is mango 🥭", "my favorite fruit is mango"), { fruit: ["mango 🥭"] });
  assert.deepEqual(await told("🐝 is my favorite animal"), { animal: ["🐝"] });
});
