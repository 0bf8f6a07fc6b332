import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memoryFacts } from "../memory-facts.fixture.ts";
import { readMessage } from "./read-message.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

/** What is stored after one message. */
async function stored(message: string): Promise<readonly string[]> {
  const facts = memoryFacts();
  await facts.tell(message, { chat: "A" });
  const lists = await facts.list(null, { kind: "all" });
  return lists.flatMap(({ items }) => items.map(({ value }) => value));
}

test("a secret is stored as it was said, or not at all", async () => {
  const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const sign = fc.constantFrom(..."#$%&*+-=@^_~!");
  const secret = fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...letters) }, { weight: 1, arbitrary: sign }), {
      minLength: 4,
      maxLength: 16,
    })
    .map((all) => all.join(""))
    .filter((one) => /\d/u.test(one) && !/^[-–—=+*_]|^([*_]+).*\1$/u.test(one));
  const form = fc.constantFrom(
    (one: string) => `my wifi password is ${one}`,
    (one: string) => `The alarm code is "${one}"`,
    (one: string) => `remember my locker code is ${one}`,
    (one: string) => `our api key is \`${one}\``,
  );
  await fc.assert(
    fc.asyncProperty(form, secret, async (say, one) => {
      for (const value of await stored(say(one))) assert.equal(value, one);
    }),
    { numRuns: rounds(150, 13) },
  );
  for (const one of ["*99#", "#4471*", "Secret_1_", ":x!", "4417#"])
    assert.deepEqual(await stored(`my pin is ${one}`), [one]);
});

test("a predicate is no value", async () => {
  for (const predicate of [
    "800 pages long",
    "packed tonight",
    "in the file",
    "70 today",
    "delayed",
    "a mess",
    "back on Friday",
    "so good",
    "losing again",
    "2 hours long",
    "on the table",
    "too expensive",
    "the one with the shark",
  ])
    for (const subject of ["My favorite book", "My favorite team", "My car", "Our meeting"])
      assert.deepEqual(await stored(`${subject} is ${predicate}`), [], `${subject} is ${predicate}`);
});

test("a name is stored without what says when, as what or with whom; one that holds for a while is not", async () => {
  const forms = ["I work at", "I joined", "I live in", "I moved to", "I was born in", "My boss is"];
  const names = ["Acme", "Linden & Sons", "Porto"];
  for (const form of forms)
    for (const name of names) {
      for (const tail of [
        "since June",
        "since 2019",
        "since spring",
        "now, officially since yesterday",
        "from 3 May 2020",
        "in 1986",
        "on a Sunday in 1986",
        "from next week",
      ])
        assert.deepEqual(await stored(`${form} ${name} ${tail}.`), [name], `${form} ${name} ${tail}`);
      for (const tail of ["as of Monday", "with my brother", "for work", "near the station", "full-time"])
        assert.deepEqual(await stored(`${form} ${name} ${tail}`), [name], `${form} ${name} ${tail}`);
      for (const tail of ["until March", "on weekdays", "during the week", "half of the year"])
        assert.deepEqual(await stored(`${form} ${name} ${tail}`), [], `${form} ${name} ${tail}`);
    }
  assert.deepEqual(await stored("I work at the Museum of Modern Art in New York"), [
    "the Museum of Modern Art in New York",
  ]);
  assert.deepEqual(await stored("I'm allergic to bees, mildly"), ["bees"]);
  assert.deepEqual(await stored("I'm allergic to sesame and walnuts"), ["sesame", "walnuts"]);
  assert.deepEqual(await stored("I'm allergic to cats, dogs and wasps"), ["cats", "dogs", "wasps"]);
});

test("what something is called is nothing of what else stands under its key", async () => {
  for (const [thing, kind, other] of [
    ["wifi", "wifi password", "hunter2#"],
    ["launch", "launch date", "3 May"],
    ["release", "release date", "2026-05-04"],
  ] as const) {
    const facts = memoryFacts();
    await facts.tell(`our ${thing} is called Blue Tit`, { chat: "A" });
    await facts.tell(`our ${kind} is ${other}`, { chat: "A" });
    const answer = async (question: string): Promise<readonly string[]> =>
      (await facts.ask(question, { chat: "B" })).items.map(({ value }) => value);
    assert.deepEqual(await answer(`what's our ${thing} called?`), []);
    assert.deepEqual(await answer(`what is our ${kind}?`), [other]);
  }
});

test("an item goes to an end of a list that is named behind it", async () => {
  const facts = memoryFacts();
  await facts.tell("My favorite soups are pho, laksa, harira", { chat: "A" });
  await facts.tell("Move harira to the top of my soups", { chat: "B" });
  await facts.tell("put pho at the bottom of my soups", { chat: "B" });
  assert.deepEqual(
    (await facts.list())[0]?.items.map(({ value }) => value),
    ["harira", "laksa", "pho"],
  );
});

test("what others wrote states nothing", async () => {
  const said = "My favorite color is blue";
  for (const message of [
    `> ${said}`,
    `Anna: my favorite color is blue`,
    `---------- Forwarded message\nFrom: Tom\n\n${said}.`,
    `Forwarded message: From: Tom. ${said}.`,
    `---- Original message ---- ${said}.`,
    `see below. From: Tom Ford <tom@example.org> Date: 3 May. ${said}.`,
    `FW: Re: colors - ${said}.`,
    `Translate: ${said}`,
    `Look at this: \`\`\`\n${said}\n\`\`\``,
    `\`\`\`\n${said}`,
    `Here is the email:\n\n${said}.`,
    `He said "${said}"`,
    `If I were you, ${said}`,
    `Is it true that ${said}?`,
    `Maybe ${said}`,
  ])
    assert.deepEqual(await stored(message), [], message);
});

test("'worst to best' is turned round, or refused with numbers", async () => {
  assert.deepEqual(await stored("My favorite films worst to best: Jaws, Alien, Heat"), ["Heat", "Alien", "Jaws"]);
  assert.deepEqual(await stored("My favorite films worst to best: 1) Jaws 2) Alien"), []);
});

test("any length is read in time that grows with it", () => {
  const cost = (text: string): number => {
    const before = process.cpuUsage();
    readMessage(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (const part of [
    "a1, ",
    "word ",
    "(",
    '"a ',
    "My favorite tea is x. ",
    "my ",
    " ",
    "- a b\n",
    "my is ",
    "my favorite x? ",
  ]) {
    const long = `My favorite teas are ${part.repeat(2_000)}b`;
    cost(long);
    // Eight times the length, and far from its square.
    assert.ok(cost(`My favorite teas are ${part.repeat(16_000)}b`) < 30 * Math.max(10, cost(long)), part);
  }
});

test("what a sign joins is one item where something else parts the items", async () => {
  const name = fc.constantFrom<string>(
    "salt & vinegar",
    "cheese & onion",
    "mac & cheese",
    "Bell & Sons",
    "plum",
    "red lentil",
  );
  const several = fc.uniqueArray(name, { minLength: 2, maxLength: 5 });
  const joined = (items: readonly string[]): string => `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
  await fc.assert(
    fc.asyncProperty(several, fc.constantFrom(", ", ""), async (items, comma) => {
      const said = `My favorite flavors are ${joined(items).replace(/ (?=and )/u, `${comma.trim()} `)}`;
      const kept = await stored(said);
      // What may be read in two ways is not read.
      for (const one of kept) assert.ok(items.includes(one), `${one} of: ${said}`);
      if (comma === "" && items.filter((one) => one.includes("&")).length < 2) assert.deepEqual(kept, items, said);
    }),
    { numRuns: rounds(200, 20) },
  );
  assert.deepEqual(await stored("My favorite snacks are mac & cheese, fish & chips"), []);
  assert.deepEqual(await stored("My favorite teas are sencha, assam & oolong"), ["sencha", "assam", "oolong"]);
});
