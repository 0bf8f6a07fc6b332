import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../memory-facts.fixture.ts";

test("what is said to be over, or to be another, in no form's words is said to be unread and changes nothing", async () => {
  for (const [told, over] of [
    ["Jonas's allergy is cashews", "Jonas isn't allergic to cashews any more, says Dr. Oh"],
    ["I work at Acme", "I no longer work at Acme"],
    ["I'm allergic to soy and penicillin", "I'm not allergic to penicillin any more"],
    ["I work at Acme", "I quit Acme and started at Globex"],
    ["My dentist is Dr. Halvorsen", "we've switched dentists, it's Dr. Moe now"],
    ["my manager is Priya", "Priya left, Tomasz is my manager now"],
    ["my favorite beer is Duvel", "my favorite beers no longer include Duvel"],
  ] as const) {
    const facts = memoryFacts();
    const values = async () => (await facts.list()).map(({ topic, items }) => [topic, items.map(({ value }) => value)]);
    await facts.tell(told, { chat: "A" });
    const before = await values();
    const { changed, text } = await facts.tell(over, { chat: "A" });
    assert.deepEqual([changed, await values()], [false, before], over);
    assert.match(text, /nothing was changed/u, over);
  }
});
