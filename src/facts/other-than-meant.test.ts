import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "./memory-facts.fixture.ts";

/** What a message told after others leads to, and an answer to a question, each in chats of its own. */
async function after(told: readonly string[], asked = "") {
  const facts = memoryFacts();
  for (const text of told) await facts.tell(text, { chat: "A" });
  const answer = await facts.ask(asked, { chat: "B" });
  const stored = (await facts.list()).map(
    ({ topic, items }) => `${topic}: ${items.map(({ value }) => value).join(", ")}`,
  );
  return { facts, answer, stored: stored.join("; ") };
}

test("a thing isn't the answer to a question for something else of it", async () => {
  for (const [role, name] of [
    ["boss", "Lars"],
    ["team lead", "Priya"],
    ["dentist", "Dr Holm"],
    ["landlord", "Peter Moe"],
  ])
    for (const asked of [
      "What is my R's number?",
      "Where does my R live?",
      "Where is my R?",
      "What's my R's address?",
    ]) {
      const { answer } = await after([`my ${role} is ${name}`], asked.replace("R", role as string));
      assert.doesNotMatch(answer.text, new RegExp(name as string, "u"), `${asked} ${role}`);
    }
  for (const [told, asked] of [
    ["my car is a Volvo V60", "Where is my car?"],
    ["my flight is SK4411", "When is my flight?"],
    ["our standup is at 9:30", "Where is our standup?"],
    ["my rent is 1200 euros", "Who is my rent?"],
    ["my train is RE 4410", "what time is my train?"],
    ["my bike is a Trek", "How much is my bike?"],
  ] as const)
    assert.equal((await after([told], asked)).answer.kind, undefined, asked);
  for (const [told, asked, value] of [
    ["my boss is Lars", "what's my boss's name?", "Lars"],
    ["my flight is SK4411", "what's my flight number?", "SK4411"],
    ["our standup is at 9:30", "what time is our standup?", "9:30"],
    ["my rent is 1200 euros", "how much is my rent?", "1200 euros"],
    ["my parking spot is B14", "where is my parking spot?", "B14"],
  ] as const)
    assert.equal((await after([told], asked)).answer.items[0]?.value, value, asked);
  assert.equal(
    (await after(["my team lead is Priya", "my team lead's number is 555 0101"])).stored,
    "team lead: Priya; team lead's number: 555 0101",
  );
});

test("what somebody or something was says nothing of what it is, unless it is just that", async () => {
  for (const former of ["former", "previous", "old"]) {
    const { answer, facts } = await after(["my boss is Tomas", `My ${former} boss is Lars`], "Who is my boss?");
    assert.equal(answer.text, "Your boss is Tomas.");
    assert.match((await facts.ask(`Who is my ${former} boss?`)).text, /Lars/u);
    assert.deepEqual((await after([`My ${former} boss was Lars`], "Who is my boss?")).answer.items, []);
    assert.match(
      (await after(["my boss is Tomas", `My ${former} boss is Tomas`], "who is my boss?")).answer.text,
      /^Last/u,
    );
  }
  assert.match((await after(["my next boss is Lars", "my boss is now Ida"])).stored, /^boss: Ida; next boss: Lars$/u);
});

test("that what was replaced is over is no news", async () => {
  for (const [first, then, over] of [
    ["my boss is Tomas", "my boss is Lars", "Tomas is no longer my boss"],
    ["the gym code is 2208", "the gym code is now 3391", "2208 is not the gym code anymore"],
    ["my favorite font is Inter", "my favorite font is Fira", "Inter is no longer my favorite font"],
    ["I work at Shell", "I work at Equinor now", "I no longer work at Shell"],
  ] as const) {
    const { facts } = await after([first, then]);
    assert.equal((await facts.tell(over, { chat: "A" })).text, "", over);
    assert.match(
      (await after([first], "")).facts && (await (await after([first])).facts.tell(over)).text,
      /nothing was changed/u,
    );
  }
});

test("films, games, dreams and examples state nothing of who tells of them", async () => {
  const openings = [
    "In my novel",
    "In the film",
    "in the story I'm writing,",
    "In a parallel universe",
    "In Skyrim,",
    "Remember that in Skyrim,",
    "For example,",
    "On the show",
  ];
  const statements = [
    "our cat is called Odin",
    "my boss is Miranda",
    "Anna's birthday is 3 June",
    "my favorite color is teal",
  ];
  for (const statement of statements) {
    for (const opening of openings)
      assert.equal((await after([`${opening} ${statement}`])).stored, "", `${opening} ${statement}`);
    assert.equal((await after([`${statement} in my novel`])).stored, "", statement);
  }
  for (const own of [
    "In the book club, my favorite author is Ida",
    "my favorite film is Heat",
    "our novel is called Odin",
    "In short, my favorite game is Go",
  ])
    assert.notEqual((await after([own])).stored, "", own);
  assert.equal(
    (await after(["My favorite books are Emma, Dune", "Replace Emma with Ubik in my favorite books"])).stored,
    "book: Ubik, Dune",
  );
});

test("what a value was before is no part of it", async () => {
  for (const change of [
    "Our standup moved to 10:15 from 9:30",
    "our standup moved from 9:30 to 10:15",
    "our standup is now at 10:15 (was 9:30)",
    "our standup changed to 10:15, previously 9:30",
  ])
    assert.equal((await after(["our standup is at 9:30", change])).stored, "standup: 10:15", change);
});

test("a name is printed as it is written", async () => {
  assert.equal((await after(["I work at Haukeland as a nurse"])).stored, "employer: Haukeland");
  for (const [told, stored] of [
    ["my ThinkPad X1's warranty date is 3 May 2027", "ThinkPad X1's warranty date: 3 May 2027"],
    ["our PostgreSQL port is 5433", "PostgreSQL port: 5433"],
    ["My favorite Board Games are Azul, Catan", "board game: Azul, Catan"],
    ["the Stavanger office port is 4417", "Stavanger office port: 4417"],
  ] as const)
    assert.equal((await after([told])).stored, stored);
});

test("what is asked to be changed without its name isn't, and that is said; what is forgotten so is answered", async () => {
  for (const order of ["change it to 3391", "make that 3391", "set it to 3391", "change my code to 3391"])
    for (const told of [
      "my bike code is 2208. My gym code is 2209",
      "My boss is Lars",
      "my gym code is 2208",
      "My favorite numbers are 1, 7",
    ]) {
      const { facts, stored } = await after([told]);
      assert.match((await facts.tell(order, { chat: "A" })).text, /nothing of it was stored/u, order);
      assert.equal((await after([told, order])).stored, stored);
    }
  for (const order of [
    "forget what I said about my flight",
    "delete everything I told you about my flight",
    "forget that",
  ])
    assert.equal((await after(["my flight is SK4411", order])).stored, "", order);
  assert.match((await memoryFacts().tell("forget what I said about my flight")).text, /Nothing was changed/u);
});

test("what others wrote, what describes, and what says two things of one key changes nothing", async () => {
  const facts = memoryFacts();
  for (const fact of ["My gym code is 2208", "Anna's birthday is 3 May", "My laptop is a ThinkPad X13"])
    await facts.tell(fact, { chat: "A" });
  for (const text of [
    "Here's the email I got: Hi, my gym code is 4545. cheers, Dan",
    "copying in what HR sent: Your staff number is 30021. The parking code is 7788.",
    "this is what Dan wrote: my gym code is 4545",
    "Hi team, my gym code is 4B. Regards, Lou (that's from Lou)",
    "Good morning all,\nmy gym code is 4B.\nBest,\nLou",
    "my gym code is the same as Dan's",
    "my gym code is identical to Dan's",
    "Anna's birthday is a Sunday this year",
  ]) {
    const { changed, reason } = await facts.tell(text, { chat: "A" });
    assert.deepEqual([changed, reason === "unread_change"], [false, false], text);
  }
  assert.equal((await facts.tell("Hi, my gym code is 3333. Thanks!", { chat: "A" })).changed, true);
});
