import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memoryFacts } from "../memory-facts.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

/** What is stored after some messages, by its name. */
async function stored(...messages: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const facts = memoryFacts();
  for (const message of messages) await facts.tell(message, { chat: "A" });
  const lists = await facts.list(null, { kind: "all" });
  return new Map(lists.map(({ topic, items }) => [topic, items.map(({ value }) => value)]));
}

/** Statements with the value that they state, and another of its kind. */
const STATED = [
  ["my dentist is", "Dr. Sand", "Ilona Varga"],
  ["our landlord is now", "Mr Achterberg", "Kit"],
  ["the gate code is", "4471", "77-41#"],
  ["the guest wifi password is", "Tulpe-55", "hunter2!"],
  ["our standup is", "10am", "half past nine"],
  ["Anna's birthday is", "the 14th of June", "3 May"],
  ["the staging port:", "8443", "6390"],
  ["my car is", "a grey Skoda Fabia", "a Volvo V60"],
  ["our rent is", "€1,240", "980 pounds a month"],
  ["my bank is", "Monzo", "LimeNet"],
  ["our bot is called", "Biscuit", "Blue Tit"],
  ["my blood type is", "O negative", "AB+"],
  ["my favourite colour is", "petrol", "moss green"],
  ["my favourite band is", "The Beta Band", "Heat"],
  ["I live in", "Den Haag", "Lyon"],
  ["I work for", "Brightmoor", "Linden & Sons"],
] as const;
const OPENERS = ["", "btw ", "ok so ", "fyi ", "heads up, ", "um, ", "note to self: ", "haha "];
const REMARKS = [
  ..." btw| lol|, thanks| 😀| as of monday| from today| (finally)| innit| x| at last| pls note".split("|"),
  ..." cos the old one broke| because they moved| tho I never use it|, which is annoying| — don't lose it".split("|"),
  ..." and I hate it| and Tom knows too| (written on the fridge)| (ask Tom if it breaks)| bc mum insisted".split("|"),
  ..." but everyone keeps asking| plus it's easy to remember| whatever happens| if anyone asks| worst name ever".split(
    "|",
  ),
  ..." so please remember| and that was that| according to the letter| since last week| - took forever".split("|"),
];
const LIMITS = [
  ..." but it might change| or something| i think| maybe| not sure though| until March| sometimes| unless it rains".split(
    "|",
  ),
  ..." probably| if I remember right| just kidding| in theory| or so Tom says".split("|"),
];
const HEDGES = ["Tom reckons ", "I heard ", "I dreamt ", "if ", "maybe ", "she told me ", "not sure if ", "pretend "];
const MODIFIERS = "dream|old|next|ideal|ex-|former|neighbour's|previous|spare|childhood|would-be|backup".split("|");

const oneOf = fc.constantFrom;
const stating = oneOf(...STATED);
/** As people type it: without apostrophes, with a small letter, with a full stop. */
const typed = fc.record({ bare: fc.boolean(), stop: fc.boolean() });
const type = (text: string, { bare, stop }: { readonly bare: boolean; readonly stop: boolean }): string =>
  `${bare ? text.replace(/(\p{L})['’](?=\p{L})/gu, "$1") : text}${stop ? "." : ""}`;
const same = (value: string): string => value.toLowerCase().replace(/^(?:an?|the) /u, "");

test("what stands behind a value is no part of it, whatever it is; what limits it keeps it from being stored", async () => {
  await fc.assert(
    fc.asyncProperty(
      oneOf(...OPENERS),
      stating,
      oneOf(...REMARKS),
      typed,
      async (opener, [head, value], remark, as) => {
        const said = type(`${opener}${head} ${value}${remark}`, as);
        for (const values of (await stored(said)).values()) assert.deepEqual(values.map(same), [same(value)], said);
      },
    ),
    { numRuns: rounds(400, 27) },
  );
  await fc.assert(
    fc.asyncProperty(stating, oneOf(...LIMITS), typed, async ([head, value], limit, as) => {
      const said = type(`${head} ${value}${limit}`, as);
      assert.deepEqual([...(await stored(said))], [], said);
    }),
    { numRuns: rounds(250, 17) },
  );
  await fc.assert(
    fc.asyncProperty(oneOf(...HEDGES), stating, async (hedge, [head, value]) => {
      assert.deepEqual([...(await stored(`${hedge}${head} ${value}`))], [], `${hedge}${head} ${value}`);
    }),
    { numRuns: rounds(120, 10) },
  );
});

test("a plain statement is read, whatever stands before it and whichever short remark behind it", async () => {
  for (const [head, value, other] of STATED)
    for (const one of [value, other])
      for (const said of [
        `${head} ${one}`,
        `fyi ${head} ${one} btw`,
        `${head} ${one}, thanks`,
        `${head} ${one} (finally)`,
      ])
        assert.equal([...(await stored(said)).values()].map(([first = ""]) => same(first)).join(), same(one), said);
});

test("a modifier of a key names another thing: what is stored of the thing itself stays", async () => {
  await fc.assert(
    fc.asyncProperty(stating, oneOf(...MODIFIERS), async ([head, value, other], modifier) => {
      const of = head.replace(
        /^(my|our|the|\S+'s) /u,
        (whose) => `${whose}${modifier}${/-$/u.test(modifier) ? "" : " "}`,
      );
      if (of === head) return;
      const before = await stored(`${head} ${value}`);
      const after = await stored(`${head} ${value}`, `${of} ${other}`);
      for (const [topic, values] of before) assert.deepEqual(after.get(topic), values, `${of} ${other}`);
    }),
    { numRuns: rounds(200, 13) },
  );
});

test("what 'the' names is read where a name alone says what it is", async () => {
  for (const [messages, topic, value] of [
    [["The build server is Falcon"], "build server", "Falcon"],
    [["The release date is 12 March 2027"], "release date", "12 March 2027"],
  ] as const)
    assert.deepEqual((await stored(...messages)).get(topic), [value], messages.join(" | "));
  assert.deepEqual([...(await stored("standup is at 9.30"))], []);
  assert.deepEqual([...(await stored("her new teacher is Mr. Varga"))], []);
  assert.deepEqual([...(await stored("the wifi password is required"))], []);
});

test("a joke, a clause, another's name and what holds once take the place of nothing", async () => {
  const told = [
    "my GP is Dr. Okafor",
    "my bike is a Trek FX3",
    "my favourite biscuit is hobnob",
    "our standup is at 9:40",
  ];
  const before = await stored(...told);
  for (const said of [
    "haha my favourite biscuit is sadness",
    "my GP is Dr. Google these days lol",
    "my bike is a spaceship and i am its captain",
    "my GP is Greek",
    "my GP is basically Dr. Oz",
    "our standup is at 11 this friday",
    "the standup starts earlier: 9:15",
    "my daughter Ines is 7",
    "my password for work is the same as always",
    "my lucky number is 7 or 8",
    "deadline: friday (hopefully)",
    "I prefer not to say",
    "I play the long game",
    "I'm allergic to mondays",
    "the workshop is shut mondays",
  ])
    assert.deepEqual(await stored(...told, said), before, said);
  for (const [said, topic, value] of [
    ["my gym is called Ironhouse, 29 quid a month", "gym", "Ironhouse"],
    ["plumber: Darek, 07700 900314", "plumber", "Darek"],
    ["im allergic to latex btw, please remember", "allergy", "latex"],
    ["our ward handover is 7:15 am in the blue room", "ward handover", "7:15 am"],
    ["the exam is on 17 June", "exam", "17 June"],
  ] as const)
    assert.deepEqual((await stored(said)).get(topic), [value], said);
});
