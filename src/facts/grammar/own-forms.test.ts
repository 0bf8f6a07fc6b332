import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../memory-facts.fixture.ts";

const MUDDY = (
  "muddy windy rusty squeaky sticky shaky noisy messy creaky leaky itchy foggy soggy laggy crashy wobbly " +
  "blurry hairy spicy sunny rainy skinny frosty salty dusty grumpy bumpy heavy chewy gloomy creamy lazy dizzy"
).split(" ");
const NAMED = (
  "cherry candy curry honey whisky brandy sherry jelly daisy peony bunny comedy tragedy poetry history chemistry geography " +
  "biology philosophy rugby hockey turkey gravy pastry burgundy ebony ivory cranberry husky fantasy pottery archery celery " +
  "rosemary parsley barley astronomy anatomy falconry carpentry photography"
).split(" ");

test("what is said of a favourite takes its place no more than a mood does, and a noun in -y still does", async () => {
  for (const word of MUDDY)
    for (const said of [word, `${word} right now`, `${word} again`, `${word} after the rain`]) {
      const facts = memoryFacts();
      await facts.tell("My favorite trail is Ridge Loop.");
      assert.equal((await facts.tell(`My favorite trail is ${said}.`)).changed, false, said);
      assert.equal((await memoryFacts().tell(`My favorite trail is ${said}.`)).changed, false, said);
    }
  for (const word of NAMED) {
    const facts = memoryFacts();
    await facts.tell("My favorite thing is Ridge Loop.");
    assert.equal((await facts.tell(`My favorite thing is ${word}.`)).items[0]?.value, word);
  }
});

test("a best or top one is asked for by the list of favourites, in either number", async () => {
  for (const [said, one] of [
    ["coffee shops", "coffee shop"],
    ["pizza places", "pizza place"],
    ["bakeries", "bakery"],
  ] as const) {
    const facts = memoryFacts();
    await facts.tell(`My best ${said} are Ember and Kaf.`);
    for (const asked of [`what's my best ${one}?`, `my top ${one}?`, `best ${one}?`, `what are my best ${said}?`])
      assert.match((await facts.ask(asked)).text, /Ember/u, asked);
  }
  assert.equal((await memoryFacts().ask("what's my best guess?")).kind, undefined);
});

const FORMS: readonly (readonly [
  said: (value: string) => string,
  asked: readonly string[],
  values: readonly string[],
])[] = [
  ...["our place", "my flat", "our office"].map(
    (place) =>
      [
        (street: string) => `${place} is at ${street}`,
        [`where is ${place}?`, `where's ${place}?`],
        ["14 Mill Lane", "22b Harbour Street", "Elm Road 5"],
      ] as const,
  ),
  [(sum) => `our rent is ${sum}`, ["how much is our rent?", "rent?"], ["940 a month", "940", "220 per week"]],
];

test("what people say of themselves and their things with a verb is kept, and found by the question for it", async () => {
  for (const [said, asked, values] of FORMS)
    for (const value of values) {
      const facts = memoryFacts();
      assert.equal((await facts.tell(said(value))).items[0]?.value, value, said(value));
      for (const question of asked)
        assert.ok((await facts.ask(question)).text.includes(value), `${said(value)} | ${question}`);
    }
});

test("near such sentences nothing is kept", async () => {
  for (const said of [
    "Call me Monday at noon.",
    "call me when you land",
    "Don't call me Shirley.",
    "She called me Bea once.",
    "My lease ends when the house is sold.",
    "My patience runs out.",
    "Our wifi is 45 a month.",
    "The film ends on a cliff.",
  ])
    assert.equal((await memoryFacts().tell(said)).changed, false, said);
});

test("what is said of somebody else behind a value is none of it, and what changed is read in other words, too", async () => {
  for (const [first, then, value] of [
    ["", "Ellie's teacher is Ms. Brandt and Marcus has Mr. Ochoa", "Ms. Brandt"],
    ["the bike lock code is 4401", "the bike lock code changed, its 4410 now", "4410"],
    ["the freezer alarm code is 1111", "They changed the freezer alarm code: 9023", "9023"],
    ["my salary is 3200", "they bumped my pay to 3450", "3450"],
    ["the gate code is 2208", "new gate code since yesterday: 4471", "4471"],
    ["the gate code is 2208", "gate code as of today: 3391", "3391"],
    ["the wifi password is Quokka77", "the wifi one is Marmot12 since yesterday", "Marmot12"],
    ["my favorite pies are apple, cherry", "rank my favorite pies: cherry, apple", "cherry apple"],
    ["my favorite pies are apple, cherry", "delete the second one", "apple"],
  ] as const) {
    const facts = memoryFacts();
    for (const said of [first, then]) if (said !== "") await facts.tell(said, { chat: "A" });
    const values = (await facts.list(null, { kind: "all" })).flatMap(({ items }) => items.map((one) => one.value));
    assert.equal(values.join(" "), value, then);
  }
});
