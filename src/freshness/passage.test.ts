import assert from "node:assert/strict";
import { test } from "node:test";
import { bearingOnPassage } from "./passage.ts";

/** What was said, what is asked, and replies that set it right. */
const SAID: readonly (readonly [said: string, question: string, replies: readonly string[]])[] = [
  [
    "The school play is on 4 December.",
    "When is the school play?",
    ["no, the 11th, sorry", "Petra just told me it's the 11th", "I meant the 11th of December"],
  ],
  [
    "Dinner with the Lunds is at seven.",
    "When is dinner with the Lunds?",
    ["no, half past seven", "it's at eight now"],
  ],
  [
    "Our plumber charges 80 an hour.",
    "What does the plumber charge?",
    ["He's at 95 since January.", "no wait, 95", "they just raised it to 95 an hour"],
  ],
  [
    "We fly from Bergen.",
    "Where do we fly from?",
    ["no, from Stavanger", "Scratch that, the flight leaves from Oslo."],
  ],
  ["The lease runs until March 2027.", "When does the lease end?", ["no, June 2027", "it's until June 2027 now"]],
  ["The staging port is 8443.", "Which port does staging use?", ["it's 9210 now", "oops, 9210"]],
  ["The tutor comes on Saturdays.", "When does the tutor come?", ["he comes on Sundays since May"]],
  ["Uncle walks with a stick.", "What does uncle walk with?", ["no, a frame", "it's a frame instead"]],
  ["Priya looks after the shed.", "Who looks after the shed?", ["no, Hana", "it's Hana now"]],
  ["The keys are in the hall drawer.", "Where are the keys?", ["no, in the kitchen", "sorry, on the fridge"]],
];

const WHO = [
  "he ",
  "she ",
  "it ",
  "they just ",
  "this cat ",
  "Lena said he ",
  "no, my aunt ",
  "sorry, the dog ",
  "wait, Tom ",
];
const DOES = [
  "limps",
  "sleeps badly",
  "moved to a flat near the river",
  "bought a bike for 400 euros",
  "ran 10 km",
  "is on the roof",
];
const WHEN = [
  "",
  " since the fall",
  " since Monday",
  " now",
  " instead",
  ", sorry",
  " already, at noon",
  " for 3 weeks",
];
const ASIDE = [
  "no worries, I was late today too",
  "no rush, tomorrow is fine",
  "sorry I missed your call at noon",
  "it's raining since noon",
  "it's a small ship, only 40 seats",
  "my mistake, left the window open all night",
  "we took the bus instead at 8",
  "correction of the exams took me 6 hours",
];

test("a reply that sets right says nothing but another value: of what is only chatted about, 2 % is taken at most", () => {
  const chatter = [...WHO.flatMap((who) => DOES.flatMap((does) => WHEN.map((when) => who + does + when))), ...ASIDE];
  const taken: string[] = [];
  for (const [said, question, replies] of SAID) {
    const bearing = bearingOnPassage(question)?.(said);
    const setsRight = (text: string): boolean => bearing?.({ text, behind: true })?.as === "renews";
    for (const reply of replies) assert.ok(setsRight(reply), `${said} ${reply}`);
    taken.push(...chatter.filter(setsRight).map((one) => `${said} ${one}`));
  }
  assert.ok(taken.length <= 0.02 * chatter.length * SAID.length, taken.join("\n"));
});

test("what is dead, replaced or called by another word is renewed; what is said of somebody beside is not", () => {
  const pairs: readonly (readonly [said: string, later: string, question: string, renews: boolean])[] = [
    [
      "deploys go through forge-01",
      "forge-01 was retired last night, forge-07 took its place",
      "where do deploys go through?",
      true,
    ],
    ["ssh via hop-2 for prod", "hop-2 is dead, use hop-5", "what is the ssh host for prod?", true],
    [
      "the report is built from sales_v2",
      "sales_v2 is gone, everything reads sales_v3",
      "which table is the report built from?",
      true,
    ],
    ["my blood type is A-", "my blood group is actually O+, they checked", "what is my blood type?", true],
    ["my dentist is Dr. Sandvik", "Dr. Ojo is ill, Dr. Sandvik sends flowers", "who is my dentist?", false],
    ["uncle Berti's number is 555 0182", "aunt Rosa's number is 555 0977", "what's uncle Berti's number?", false],
    ["Hana looks after the shed.", "Hana and Priya had lunch in the yard", "Who looks after the shed?", false],
  ];
  for (const [said, later, question, renews] of pairs)
    assert.equal(bearingOnPassage(question)?.(said)({ text: later })?.as === "renews", renews, later);
});

/** A thing, what is said of it, and two values. */
const SAYINGS: readonly (readonly [frame: string, question: string, older: string, newer: string])[] = [
  ["benchmarks run on VALUE", "which box do the benchmarks run on?", "turnip", "parsnip"],
  ["docs site is deployed to VALUE", "where is the docs site deployed?", "netlify", "codeberg"],
  ["the sync job writes to bucket VALUE", "which bucket does the sync job write to?", "alder", "birch"],
  ["max cycles to work on the VALUE bike", "which bike does max take to work?", "green", "folding"],
  ["the workshop starts with VALUE", "what does the workshop start with?", "breathing exercises", "a quiz"],
  ["VALUE coaches the juniors", "who coaches the juniors?", "Mila", "Rune"],
];

test("what is said again with another value renews, of another thing, in doubt or of the past it does not", () => {
  for (const [frame, question, older, newer] of SAYINGS) {
    const said = bearingOnPassage(question)?.(frame.replace("VALUE", older));
    const again = frame.replace("VALUE", newer);
    const renews = (text: string): boolean => said?.({ text })?.as === "renews";
    for (const text of [again, `${again}, it's quieter`, `hi all. ${again}`]) assert.ok(renews(text), text);
    for (const text of [`maybe ${again}`, `${again} back in spring`, `what if ${again}`, frame.replace("VALUE", older)])
      assert.ok(!renews(text), text);
  }
  const others: readonly (readonly [said: string, other: string, question: string])[] = [
    ["my dentist is dr Vega on Mill Street", "Jo's dentist is dr Strand", "who's my dentist?"],
    ["our ferry leaves from pier 4", "Hannah's ferry leaves from pier 9", "which pier does our ferry leave from?"],
    ["curtains for the lounge need 228 drop", "the bedroom ones are 137 drop", "what drop does the lounge need?"],
    ["mum's train gets in at 17:42", "trains round here are never on time", "when does mum's train arrive?"],
    ["orders are packed by Milo", "orders were packed by Greta", "who packs the orders?"],
  ];
  for (const [said, text, question] of others)
    assert.notEqual(bearingOnPassage(question)?.(said)({ text })?.as, "renews", text);
});
