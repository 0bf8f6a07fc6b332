import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../memory-facts.fixture.ts";

const CHANGES: readonly (readonly [fact: string, unread: string, question: string])[] = [
  ["The invoice day is the 5th.", "from now on invoices go out on the 12th", "invoice day?"],
  ["My doctor is Dr. Sand", "I don't go to Dr. Sand any more", "who's my doctor?"],
  ["the vendor is Klarpay", "let's drop Klarpay and go with Stripely", "who is the vendor?"],
  ["My locker is B-119", "B-119 is broken so I have locker C-004 now", "which locker is mine?"],
  ["my favorite tea is sencha", "I've gone off sencha", "what's my favorite tea?"],
];

test("what sounds like a change and can't be read is said, changes nothing, and stands beside the answer until it is read", async () => {
  for (const [fact, unread, question] of CHANGES) {
    const facts = memoryFacts();
    await facts.tell(fact, { chat: "A" });
    const told = await facts.tell(unread, { chat: "B" });
    assert.deepEqual([told.reason, told.changed], ["unread_change", false], unread);
    assert.match(told.text, /nothing was changed/u);
    const asked = await facts.ask(question);
    assert.ok(asked.text.includes("Later it was said") && asked.text.includes(unread), asked.text);
    assert.deepEqual(await facts.check(), []);
    // It is no change: what undo takes back is the statement.
    assert.equal((await facts.undo()).changed, true, unread);
  }
  const facts = memoryFacts();
  for (const text of ["My locker is B-119", "B-119 is broken so I have locker C-004 now", "My locker is C-004"])
    await facts.tell(text, { chat: "A" });
  assert.equal((await facts.ask("which locker is mine?")).text, "Your locker is C-004.");
});

test("what speaks of something else, or asks, sounds like no change", async () => {
  const facts = memoryFacts();
  for (const [fact] of CHANGES) await facts.tell(fact, { chat: "A" });
  for (const text of [
    "we moved the couch and switched the lights off",
    "can you change the color of the button?",
    "the doctor was running late today",
    "I left the office at five",
    "has the invoice day changed?",
  ])
    assert.equal((await facts.tell(text, { chat: "A" })).text, "", text);
});

test("a user's doubt of the project's value is said to him, and kept with nobody's", async () => {
  const facts = memoryFacts();
  await facts.tell("the vendor is Klarpay", { scope: "kb" });
  const told = await facts.tell("we dropped Klarpay", { scope: "user:ann" });
  assert.equal(told.reason, "unread_change");
  assert.equal((await facts.ask("who is the vendor?", { scope: "user:bob" })).later, undefined);
});
