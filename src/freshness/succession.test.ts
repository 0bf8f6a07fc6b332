import assert from "node:assert/strict";
import { test } from "node:test";
import { bearingOn } from "./bearing.ts";

/** A fact, what renews it though it names it by a word or its value alone, and what looks like that and is of something or somebody else. */
const FACTS: readonly (readonly [topic: string, value: string, whose: string, renews: string[], others: string[]])[] = [
  [
    "deposit limit",
    "500 euros",
    "",
    [
      "500 turned out too low, so we raised it to 900",
      "the limit got too tight, we agreed on 1,200",
      "we've bumped the limit to 750",
    ],
    ["I spent 500 on new tyres yesterday", "the speed limit was raised to 130", "the tyres were 500, we agreed on 450"],
  ],
  [
    "marathon target",
    "4:10",
    "",
    ["4:10 is too soft, I'm going for 3:55 now", "the target was silly, I settled for 4:30"],
    ["my colleague raised her marathon target to 3:30", "4:10 is when the bakery opens", "Ines has a new target, 3:20"],
  ],
  [
    "log retention",
    "30 days",
    "",
    ["audit weren't happy with 30, it's 90 from now on", "retention costs too much, we cut it to 7"],
    ["we agreed on 30 days' notice with the landlord", "we cut the meeting to 7 minutes"],
  ],
  [
    "shoe brand",
    "Hoka",
    "",
    ["Hokas hurt my heels so I settled on Brooks", "Hoka stopped making mine, I'm with Saucony now"],
    ["Hoka has a shop in Lyon", "Tom settled on Brooks", "Hoka and Brooks have a sale"],
  ],
  [
    "vendor",
    "Brightline",
    "",
    ["Brightline couldn't deliver, so we signed with Corvex", "Brightline got too dear, we ended up with Corvex"],
    ["Brightline sent us a nice calendar", "their vendor was bought, they signed with Corvex"],
  ],
  [
    "cache ttl",
    "60 seconds",
    "",
    ["60 caused too many misses, cranked it up to 300", "the ttl was a guess, we settled on 90"],
    ["the build cache was moved to the fast disk", "we settled on 60 threads for the loader"],
  ],
  [
    "rollout percentage",
    "10 percent",
    "",
    ["the rollout looked fine, so we doubled it", "the rollout went well, we pushed it to 25"],
    ["the party went well so we doubled the drinks", "10 people came, we doubled the drinks"],
  ],
  [
    "session timeout",
    "20 minutes",
    "",
    ["customers complained about the timeout, so we extended it to 45"],
    ["the film ran 20 minutes longer than planned", "the players' timeout was extended to 45"],
  ],
  [
    "piano teacher",
    "Ms. Aalto",
    "",
    ["Ms. Aalto moved to Turku, I'm with Mr. Brandt now"],
    [
      "Ms. Aalto says I should practise scales more",
      "Jo has a new piano teacher, Mr. Brandt",
      "my maths teacher is Mr. Brandt now",
    ],
  ],
  [
    "hourly rate",
    "80 euros",
    "",
    ["clients swallowed 80 without a blink, so we charge 95 these days", "the rate goes up to 95"],
    ["the shoes went up to 80 euros", "the plumber's hourly rate went up to 95", "the inflation rate goes up to 95"],
  ],
  [
    "badge number",
    "3321",
    "",
    ["HR gave me a new badge, 7781", "I got a new badge, 7781"],
    [
      "Olga got a new badge, 7781",
      "Olga has a new badge number, 7781",
      "my sister was given another badge, 7781",
      "they gave Olga a new badge, 7781",
    ],
  ],
  [
    "launch",
    "2 May",
    "",
    ["the launch was put off to 30 May", "Helga moved the launch to 30 May"],
    [
      "the mobile team launches on 30 May",
      "the mobile team moved their launch to 30 May",
      "marketing's launch was moved to 30 May",
    ],
  ],
  [
    "dentist",
    "Dr. Pohl",
    "",
    ["I changed dentists, it's Dr. Kranz now", "Dr. Pohl retired, I see Dr. Kranz now"],
    [
      "Emil changed dentists, he's with Dr. Kranz now",
      "my brother has a new dentist, Dr. Kranz",
      "Emil has another dentist now, Dr. Kranz",
    ],
  ],
  [
    "knee operation",
    "3 February",
    "dad",
    ["Dad's op has been brought forward to 27 January", "Dad's operation is on 27 January now"],
    ["mum's op has been brought forward to 27 January", "Dad's haircut was moved to 27 January"],
  ],
  [
    "cardiology appointment",
    "9 June",
    "grandpa",
    ["Grandpa's appointment has been moved up to 2 June"],
    ["Grandma's appointment has been moved up to 2 June", "Grandpa's bowling evening has been moved to 2 June"],
  ],
  [
    "calorie budget",
    "2100",
    "",
    ["nutritionist said 2100 is too much, down to 1800", "the budget is too generous, I dropped it to 1800"],
    ["they cut the marketing budget to 1800", "2100 people came, 1800 stayed"],
  ],
];

test("a fact is renewed by what names it by a word or its value alone, and by nothing of something or somebody else", () => {
  const wrong: string[] = [];
  for (const [topic, value, whose, renews, others] of FACTS) {
    const bearing = bearingOn({ topic, values: [value], whose });
    for (const text of renews) if (bearing({ text })?.as !== "renews") wrong.push(`renews ${topic}: ${text}`);
    for (const text of others) if (bearing({ text }) !== null) wrong.push(`none of ${topic}: ${text}`);
  }
  assert.deepEqual(wrong, []);
});
