import assert from "node:assert/strict";
import { test } from "node:test";
import { askedPart, askedParts, asksShortly, namesOf, ofAnother } from "./asked-terms.ts";
import { MONTHS, WEEKDAYS } from "../english/word-classes.ts";
import { askedKinds } from "../text/asked-kind.ts";

/** A vocabulary of small words. */
const rank = (word: string): number | null => (/^(?:[a-z]{2,6}|What|Ports?|Fix)$/.test(word) ? 500 : null);
const names = (text: string): readonly string[] => namesOf({ text, time: null }, rank);

test("names, numbers and identifiers, as they stand", () => {
  assert.deepEqual(names("what did Marta say of Dr. Okafor's dog?"), ["Marta", "Dr", "Okafor"]);
  assert.deepEqual(names("why does E1187 follow track-db-2 in user_store of main.ts?"), [
    "E1187",
    "track-db-2",
    "user_store",
    "main.ts",
  ]);
  assert.deepEqual(names("what listens on 8443?"), ["8443"]);
});

test("what is none: a first word that the language knows, counts, dates, days, small words, German nouns", () => {
  assert.deepEqual(names("Ports of staging, the 3 reasons, and 12 eggs"), []);
  assert.deepEqual(names("what happened on Friday in May, and on 2024-02-30?"), []);
  assert.deepEqual(names("Wo steht der Tresor?"), []);
  assert.deepEqual(names("Kubernetes: what is it?"), ["Kubernetes"]);
});

test("a question or a few words are asked shortly; a claim or a story isn't", () => {
  assert.ok(asksShortly("which port does Harbour use?"));
  assert.ok(asksShortly("harbour port"));
  assert.ok(!asksShortly("Albendazole is used to treat worms of all kinds in children."));
  assert.ok(!asksShortly(`I talked to Ben about the plan ${"and more ".repeat(20)}what did he say?`));
});

test("an abbreviation behind the question word is what is asked for; a name there is what it is asked of", () => {
  assert.deepEqual(names("kst-stage-02 which OS"), ["kst-stage-02"]);
  assert.deepEqual(names("Which CDN does the Marchetti shop use?"), ["Marchetti"]);
  assert.deepEqual(names("Does the CDN of Marchetti cache?"), ["CDN", "Marchetti"]);
  assert.deepEqual(names("which Postgres version do we use?"), ["Postgres"]);
});

test("the part that holds what is asked is the fewest sentences or items that do, wherever it stands among others", () => {
  const others = ["Tubes cost 4 euros.", "Ines has the key.", "The oil is due in May."];
  const termsOf = (part: string): readonly string[] => part.toLowerCase().match(/wrench|torque|lost/gu) ?? [];
  const asked = ["The torque wrench was lost in March.", "The wrench is here. A torque of 60 was lost."];
  for (const one of asked)
    for (let at = 0; at <= others.length; at++)
      for (const between of [" ", "\n\n", "\n- "]) {
        const part = askedPart([...others.slice(0, at), one, ...others.slice(at)].join(between), termsOf);
        assert.equal(part.replaceAll(/\s+/gu, " ").replace(/^- /u, "").trim(), one);
      }
  assert.equal(
    askedPart("The wrench was lost. It is red. Tubes cost 4.", termsOf).trim(),
    "The wrench was lost. \nIt is red.",
  );
  assert.equal(
    askedPart(others.join(" "), () => []),
    others.join(" ").replaceAll(". ", ". \n"),
  );
});

test("a question's parts: two questions in one, or what is asked of several codes", () => {
  assert.deepEqual(askedParts("Which shoe size does Lea need, and how big is Nils's bike?"), [
    "Which shoe size does Lea need",
    "how big is Nils's bike?",
  ]);
  assert.deepEqual(askedParts("What do the error codes E18 and E24 mean?"), [
    "What do the error codes E18 mean?",
    "What do the error codes E24 mean?",
  ]);
  for (const one of ["where does it meet, and what for?", "what do Ben and Anna plan?", "bread and butter", ""])
    assert.deepEqual(askedParts(one), [one]);
});

const about = (question: string, ...texts: readonly string[]): readonly boolean[] =>
  texts.map((text) => ofAnother(question, askedKinds(question))(text));
const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

test("what names another month or weekday than the one asked for is about that", () => {
  for (const names of [MONTHS, WEEKDAYS].map((all) => all.map(capital)))
    for (const [i, name] of names.entries()) {
      const other = names[(i + 1) % names.length] as string;
      const question = `what did the meter show last ${name}?`;
      const told = about(
        question,
        `Meter on ${other}: 48`,
        `Meter on ${name}: 48`,
        `Meter on ${name.slice(0, 4)} 3: 48`,
      );
      assert.deepEqual(told.slice(0, 2), [true, false], `${name} ${other}`);
      assert.deepEqual(
        about(question, `From ${other} it shows 48`, `Until ${other} 48`, `${other}, as every month: 48`),
        [false, false, false],
      );
    }
  assert.deepEqual(about("when does the train leave on 12 December?", "On 5 December at 7:52", "On 12 December"), [
    true,
    false,
  ]);
  assert.deepEqual(about("Does the visa hold in August?", "It expired in July"), [false]);
  const inJuly = "what did the meter show in July?";
  assert.equal(ofAnother(inJuly, askedKinds(inJuly))("It shows 48 since I looked in May", true), false);
  assert.deepEqual(about("which tyres may I use in May?", "It may rain", "Summer tyres"), [false, false]);
});

test("so is what names another room, relative, floor or part of the day, where it isn't that which is asked for", () => {
  assert.deepEqual(about("which paint is in the bedroom?", "Living room: Skylight", "Bedroom: Skylight"), [
    true,
    false,
  ]);
  assert.deepEqual(about("where is the kitchen ladder?", "The ladder is in the garage"), [false]);
  assert.deepEqual(about("what does mum take?", "Dad takes 5 mg", "Mother takes 5 mg", "Ida takes it"), [
    true,
    false,
    false,
  ]);
  assert.deepEqual(about("who drives mum?", "Dad drives her"), [false]);
  assert.deepEqual(
    about("what do I take in the evening?", "Bisoprolol in the morning", "One each morning and evening"),
    [true, false],
  );
  const floors = about("what make is the printer on the fifth floor?", "Printer, third floor: OKI", "Fifth floor: OKI");
  assert.deepEqual(floors, [true, false]);
  assert.deepEqual(about("when does Ruth's passport expire?", "Lea's passport expires in May", "Ruth's: in June"), [
    true,
    false,
  ]);
});

test("so is what names another side, meal, stage or task, or the end for the beginning", () => {
  for (const [asked, other] of [
    ["front", "back"],
    ["left", "right"],
  ] as const)
    for (const thing of ["door", "entrance", "wheel"]) {
      const question = `what is the code of the ${asked} ${thing}?`;
      assert.deepEqual(about(question, `Code of the ${other} ${thing}: 4`, `Code: 4, get ${other} by six`), [
        true,
        false,
      ]);
      assert.deepEqual(about(question, `${capital(asked)} ${thing}: 4, the ${other} ${thing} has none`), [false]);
    }
  const others = ["Staging runs on heron", "Production runs on heron, staging on stork"];
  assert.deepEqual(about("what host does production run on?", ...others), [true, false]);
  assert.deepEqual(about("when do we harvest the rye?", "We sowed rye in May", "Rye: in August"), [true, false]);
  assert.deepEqual(about("when does the lease end?", "The lease starts in May", "It starts in May and ends in June"), [
    true,
    false,
  ]);
  assert.deepEqual(about("when does the lease start?", "It hangs at the end of the hall, from May on"), [false]);
});

test("what a question numbers otherwise than a text", () => {
  for (const [question, text, another] of [
    ["How much hotter is oven 3 than its dial?", "oven 2 runs 15 degrees hotter than the dial says.", true],
    ["How much honey did hive 2 give?", "Beehive 1 gave 14 kg of honey, hive 3 swarmed in may.", true],
    ["what grows in bed 2?", "beds 1-3: leeks", false],
    ["what is in oven 2?", "ovens 1 and 2 are hot", false],
    ["who has room no. 12?", "room 12: the choir", false],
    ["who has room 12?", "nobody knows", false],
    ["what takes 3 hours?", "the dough takes 4 hours", false],
    ["what is at 3 pm?", "the choir is at 4 pm", false],
  ] as const)
    assert.deepEqual(about(question, text), [another], question);
});
