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
