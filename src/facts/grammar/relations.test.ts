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
const NAMES = ["Priya", "Ruben", "Dr. Kessler", "Olek", "Jo Ann"];
const ORGANISATIONS = ["Acme", "Booking.com", "Philips", "the Charité", "Linden & Sons"];
const PEOPLE: readonly Kind[] = [
  {
    said: "S lives in V",
    asked: ["where does S live?"],
    anew: ["S moved to V", "S lives in V now", "S now lives in V", "S is based in V now"],
    values: PLACES,
  },
  {
    said: "S works at V",
    asked: ["where does S work?", "who does S work for?"],
    anew: ["S works for V now", "S now works at V"],
    values: ORGANISATIONS,
  },
  { said: "S reports to V", asked: ["who does S report to?"], anew: ["S reports to V now"], values: NAMES },
  { said: "S is from V", asked: ["where is S from?"], anew: ["correction: S is from V"], values: PLACES },
  { said: "S was born in V", asked: ["where was S born?"], anew: ["actually, S was born in V"], values: PLACES },
  { said: "S is married to V", asked: ["who is S married to?"], anew: ["S is married to V now"], values: NAMES },
];
const SUBJECTS = ["Annelies", "my brother", "Daan", "my boss"];
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

const fill = (pattern: string, subject: string, value = ""): string => {
  const text = pattern.replace("V", value).replace("S", subject);
  return text.charAt(0).toUpperCase() === text.charAt(0) || pattern.startsWith("we")
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
};
const kinds = fc.constantFrom(...PEOPLE).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    subject: fc.constantFrom(...SUBJECTS),
    values: fc.shuffledSubarray([...kind.values], { minLength: 2, maxLength: 2 }),
    anew: fc.constantFrom(...kind.anew),
    asked: fc.constantFrom(...kind.asked),
    hedge: fc.constantFrom(...HEDGES),
  }),
);

test("what is said of somebody is answered, and what is said anew takes its place", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async ({ kind, subject, values: [first = "", second = ""], anew, asked }) => {
      const facts = memoryFacts();
      const answer = async (): Promise<readonly string[]> =>
        (await facts.ask(fill(asked, subject))).items.map(({ value }) => value);
      await facts.tell(`${fill(kind.said, subject, first)}.`, { chat: "A" });
      assert.deepEqual(await answer(), [first], fill(kind.said, subject, first));
      await facts.tell(fill(anew, subject, second), { chat: "B" });
      assert.deepEqual(await answer(), [second], fill(anew, subject, second));
      assert.deepEqual(await unlikeHistory(facts), []);
    }),
    { numRuns: rounds(1000, 27) },
  );
});

test("what is hedged, asked, reported or supposed of somebody stores nothing", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async ({ kind, subject, values: [value = ""], hedge }) => {
      const facts = memoryFacts();
      const text = hedge.replace("T", fill(kind.said, subject, value));
      assert.equal((await facts.tell(text, { chat: "A" })).changed, false, text);
      assert.deepEqual(await facts.list(), [], text);
    }),
    { numRuns: rounds(1000, 27) },
  );
});

test("a person is known by his name, or by what he is to the speaker", async () => {
  for (const [told, asked, value] of [
    [["My sister Annelies lives in Utrecht", "Annelies moved to Ghent"], "where does Annelies live?", "Ghent"],
    [["my sister lives in Utrecht", "my sister moved to Ghent"], "where does my sister live?", "Ghent"],
    [["my sister Ines is allergic to penicillin"], "what is Ines allergic to?", "penicillin"],
  ] as const) {
    const facts = memoryFacts();
    for (const text of told) await facts.tell(text, { chat: "A" });
    assert.equal((await facts.ask(asked)).items[0]?.value, value, told.join(" | "));
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
