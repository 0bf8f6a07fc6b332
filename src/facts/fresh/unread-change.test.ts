import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";
import { memoryFacts, unlikeHistory } from "../memory-facts.fixture.ts";

const CHANGES: readonly (readonly [fact: string, unread: string, question: string])[] = [
  ["The invoice day is the 5th.", "from now on invoices go out on the 12th", "invoice day?"],
  ["My doctor is Dr. Sand", "I don't go to Dr. Sand any more", "who's my doctor?"],
  ["the vendor is Klarpay", "let's drop Klarpay and go with Stripely", "who is the vendor?"],
  ["My locker is B-119", "B-119 is broken so I have locker C-004 now", "which locker is mine?"],
  ["my favorite tea is sencha", "I've gone off sencha", "what's my favorite tea?"],
  ["Our broadband provider is Zenlink", "We switched to LimeNet for broadband", "who is our broadband provider?"],
];

test("what sounds like a change and can't be read is said, changes nothing, and stands beside the answer until it is read", async () => {
  for (const [fact, unread, question] of CHANGES) {
    const facts = memoryFacts();
    await facts.tell(fact, { chat: "A" });
    const told = await facts.tell(unread, { chat: "B" });
    assert.deepEqual([told.reason, told.changed], ["unread_change", false], unread);
    assert.match(told.text, /nothing was changed/u);
    const asked = await facts.ask(question);
    assert.ok(/Later it was said|Last said of it/u.test(asked.text) && asked.text.includes(unread), asked.text);
    assert.deepEqual(await unlikeHistory(facts), []);
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

test("a prompt and a search get the same answers, and hear of no change that they didn't ask for", async () => {
  const facts = memoryFacts();
  await facts.tell("the vendor is Klarpay", { chat: "A" });
  for (const who of [{ isPrompt: true }, { isSearch: true }]) {
    assert.match((await facts.ask("we dropped Klarpay")).text, /nothing was changed/u);
    assert.equal((await facts.ask("we dropped Klarpay", who)).text, "");
    for (const question of ["who is the vendor?", "where do I work?", "where does Ann live now?"])
      assert.deepEqual((await facts.ask(question, who)).answers, (await facts.ask(question)).answers, question);
  }
});

test("a user's doubt of the project's value is said to him, and kept with nobody's", async () => {
  const facts = memoryFacts();
  await facts.tell("the vendor is Klarpay", { scope: "kb" });
  const told = await facts.tell("we dropped Klarpay", { scope: "user:ann" });
  assert.equal(told.reason, "unread_change");
  assert.equal((await facts.ask("who is the vendor?", { scope: "user:bob" })).later, undefined);
});

test("a number of somebody else is no change of a stored one, whatever digits they share", async () => {
  const facts = memoryFacts();
  for (const fact of ["The plumber's number is 912 555 204", "The gate code at work is 5530-1"])
    await facts.tell(fact, { chat: "A" });
  await facts.tell("I work at Acme", { chat: "A" });
  await facts.tell("my partner works at Ikea now", { chat: "A" });
  assert.equal((await facts.ask("where do I work?")).text, "Your employer is Acme.");
  const said = await facts.tell("Ana's phone is broken, use her work number 253 555 900", { chat: "A" });
  assert.equal(said.text, "");
});

test("what isn't stored and was said is shown by its latest sentence; a verb is no name of it", async () => {
  const told = ["my locker at the pool is near the door", "the pool gave me a new locker, 204 now"];
  const facts = createFacts({
    store: openMemoryFactStore(),
    files: null,
    clock: () => Date.UTC(2026, 0, 9),
    newId: () => "x",
    said: async () =>
      told.map((text, i) => ({ text, time: `2026-01-0${i + 1}T10:00:00Z`, chat: "A", messageId: text })),
  });
  const { text, later } = await facts.ask("What's my locker number at the pool?");
  assert.equal(later?.[0]?.sentence, told[1], text);
  assert.equal((await facts.ask("When does my passport expire?")).text, "");
});

test("a new value that is said in passing, and a denial, are said to be heard; a doubt and where one is for an hour are not", async () => {
  for (const [fact, text, isHeard] of [
    ["my locker number is 212", "Correction: locker number 221", true],
    ["my locker number is 212", "I have locker 305 now", true],
    ["my favorite film is Heat", "my favorite film isn't Heat", true],
    ["our standup is at 9:15", "The standup has been moved to Fridays", true],
    ["I live in Rome", "I'm in a meeting now", false],
    ["my locker number is 212", "the locker room is closed now", false],
    ["the staging port is 8443", "We might change the staging port to 9000", false],
  ] as const) {
    const facts = memoryFacts();
    await facts.tell(fact, { chat: "A" });
    const told = await facts.tell(text, { chat: "A" });
    assert.deepEqual([told.changed, told.reason === "unread_change"], [false, isHeard], text);
  }
  const facts = memoryFacts();
  for (const text of [
    "My gym code is 2208. My locker is 17. My trainer is Kim.",
    "my manager is Dana",
    "my manager is Samir now",
  ])
    await facts.tell(text);
  const lists = await facts.list(null, { kind: "all" });
  assert.deepEqual(
    lists.map(({ topic, items }) => `${topic}: ${items[0]?.value ?? ""}`),
    ["gym code: 2208", "locker: 17", "manager: Samir", "trainer: Kim"],
  );
});

test("a stored name beside another name is no change by itself; where the other is put in its place, it is", async () => {
  const stored = ["I live in Ghent", "I work at Acme", "My boss is Henrietta Bloom", "Our bank is Belfius"];
  const heard = async (text: string): Promise<boolean> => {
    const facts = memoryFacts();
    for (const fact of [...stored, "My favorite cities are Lisbon, Kyoto, Riga"]) await facts.tell(fact, { chat: "A" });
    const { reason, changed } = await facts.tell(text, { chat: "B" });
    return changed || reason === "unread_change";
  };
  for (const text of [
    "The train from Ghent to Oslo was late",
    "I was in Ghent with Oskar yesterday",
    "Henrietta Bloom said that Oskar is great",
    "Oskar from Acme sent the slides to Mia",
    "I got a call from Belfius about a card in Bruges",
    "We had no luck in Lisbon, Porto was fuller",
    "Kyoto was hotter than Madrid",
  ])
    assert.equal(await heard(text), false, text);
  for (const text of [
    "Belfius was too expensive so Argenta it is",
    "It isn't Belfius, it's Argenta",
    "Henrietta won't be my boss, Oskar will",
    "We left Ghent for Bruges",
    "Riga isn't my favorite any more",
  ])
    assert.equal(await heard(text), true, text);
});
