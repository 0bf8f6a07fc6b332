import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../../test/rounds.fixture.ts";
import { memoryFacts, unlikeHistory } from "../memory-facts.fixture.ts";

/** How something is said of a subject, asked for, and said anew; what its values look like. */
interface Kind {
  readonly said: string;
  readonly asked: readonly string[];
  readonly anew: readonly string[];
  readonly values: readonly string[];
}

const PLACES = ["Utrecht", "Ghent", "São Paulo", "Den Haag", "Bath"];
const ORGANISATIONS = ["Acme", "Booking.com", "Philips", "the Charité", "Linden & Sons"];
const KINDS: readonly Kind[] = [
  {
    said: "I live in V",
    asked: ["where do I live?"],
    anew: ["I moved to V", "I live in V now", "I now live in V", "I am based in V now"],
    values: PLACES,
  },
  {
    said: "I work at V",
    asked: ["where do I work?", "who do I work for?"],
    anew: ["I work for V now", "I now work at V"],
    values: ORGANISATIONS,
  },
  { said: "I was born in V", asked: ["where was I born?"], anew: ["actually, I was born in V"], values: PLACES },
];
const HEDGES = [
  "maybe T",
  "I think T",
  "if T we could visit",
  "T?",
  "Priya said T",
  "I heard that T",
  "apparently T",
  "suppose T",
  "T, or not",
  "T, I guess",
  "my friend wrote: T",
  "it depends on whether T",
];

const fill = (pattern: string, value: string): string => pattern.replace("V", value);
const kinds = fc.constantFrom(...KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    values: fc.shuffledSubarray([...kind.values], { minLength: 2, maxLength: 2 }),
    anew: fc.constantFrom(...kind.anew),
    asked: fc.constantFrom(...kind.asked),
    hedge: fc.constantFrom(...HEDGES),
  }),
);

test("what one says of oneself is answered, and what is said anew takes its place", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async ({ kind, values: [first = "", second = ""], anew, asked }) => {
      const facts = memoryFacts();
      const answer = async (): Promise<readonly string[]> => (await facts.ask(asked)).items.map(({ value }) => value);
      await facts.tell(`${fill(kind.said, first)}.`, { chat: "A" });
      assert.deepEqual(await answer(), [first], fill(kind.said, first));
      await facts.tell(fill(anew, second), { chat: "B" });
      assert.deepEqual(await answer(), [second], fill(anew, second));
      assert.deepEqual(await unlikeHistory(facts), []);
    }),
    { numRuns: rounds(1000, 27) },
  );
});

test("what is hedged, asked, reported or supposed of oneself stores nothing", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async ({ kind, values: [value = ""], hedge }) => {
      const facts = memoryFacts();
      const text = hedge.replace("T", fill(kind.said, value));
      assert.equal((await facts.tell(text, { chat: "A" })).changed, false, text);
      assert.deepEqual(await facts.list(), [], text);
    }),
    { numRuns: rounds(1000, 27) },
  );
});

test("what a verb says of somebody else is no fact, and its question is looked for, not denied", async () => {
  for (const [told, asked] of [
    ["My sister Annelies lives in Utrecht", "where does Annelies live?"],
    ["my brother works at Acme", "where does my brother work?"],
    ["Ines is allergic to penicillin", "what's Ines allergic to?"],
  ] as const) {
    const facts = memoryFacts();
    assert.equal((await facts.tell(told, { chat: "A" })).changed, false, told);
    assert.equal((await facts.ask(asked)).kind, undefined, asked);
  }
});

test("a correction takes back what its message said before it, and nothing that another message said", async () => {
  const facts = memoryFacts();
  const told = await facts.tell("My favorite color is blue. No wait, green.", { chat: "A" });
  assert.equal(told.changed, false);
  assert.match(told.text, /can't be read/u);
  for (const said of ["Today I went home.", "No thanks.", "Now help me pack.", "Sorry for the noise."])
    assert.equal((await memoryFacts().tell(`My favorite color is blue. ${said}`)).changed, true, said);
  await facts.tell("my locker number is 212", { chat: "A" });
  for (const said of ["No, 221", "It's cold now", "No, thanks", "It's Friday instead"])
    assert.equal((await facts.tell(said, { chat: "A" })).changed, false, said);
  await facts.tell("my locker number is now 221", { chat: "A" });
  assert.deepEqual(
    (await facts.list()).map(({ items }) => items.map(({ value }) => value)),
    [["221"]],
  );
});

test("a plain list begins with its first item; what isn't of a list's kind is asked about; a list is found as it is printed", async () => {
  const facts = memoryFacts();
  const tell = async (text: string): Promise<string> => (await facts.tell(text, { chat: "A" })).text;
  const stored = async (topic: string): Promise<readonly string[]> =>
    (await facts.show(topic)).items.map(({ value }) => value);
  await tell("Add oat milk and tinned tomatoes to my shopping list");
  await tell("remove oat milk from my shopping list");
  assert.deepEqual(await stored("shopping list"), ["tinned tomatoes"]);
  await tell("My favorite films are Heat, Alien");
  assert.match(await tell("Add milk to the list"), /can't be read/u);
  await tell("Add Solaris to the list");
  assert.deepEqual(await stored("films"), ["Heat", "Alien", "Solaris"]);
  await tell("Anna's birthday is 3 May");
  await tell("The safe's combination is 12-34-56");
  assert.deepEqual([await stored("annas birthday"), await stored("safe's combination")], [["3 May"], ["12-34-56"]]);
  assert.match(await tell("My recovery phrase is apple banana cherry"), /apple banana cherry/u);
});
