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
