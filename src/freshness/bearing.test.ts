import assert from "node:assert/strict";
import { test } from "node:test";
import { bearingOn } from "./bearing.ts";
import type { SpokenFact } from "./names.ts";

/** Facts with what may take the place of their values, and how people call them. */
const FACTS: readonly (SpokenFact & { readonly called: string; readonly to: string })[] = [
  { topic: "dentist", values: ["Dr. Palmgren"], called: "my dentist", to: "Dr. Osei" },
  { topic: "staging port", values: ["8443"], called: "our staging port", to: "9210" },
  { topic: "standup", values: ["9:15"], called: "our standup", to: "10:40" },
  { topic: "launch date", values: ["14 March"], called: "our launch date", to: "2 April" },
  {
    topic: "offsite budget",
    values: ["€4,500"],
    called: "the offsite budget",
    to: "€3,200",
  },
  { topic: "on-call lead", values: ["Ilona"], called: "our on-call lead", to: "Marek" },
  {
    topic: "payroll vendor",
    values: ["Klarpay"],
    called: "the payroll vendor",
    to: "Stripely",
  },
  { topic: "locker", values: ["B-119"], called: "my locker", to: "C-004" },
  { topic: "VAT number", values: ["GB 412 77"], called: "our VAT number", to: "GB 918 03" },
];

const fill = (template: string, { called, values, to }: (typeof FACTS)[number]): string =>
  template
    .replaceAll("K", called)
    .replaceAll("OLD", values[0] ?? "")
    .replaceAll("NEW", to);

test("a later sentence that has another value in the place of the stored one renews it, in whatever words", () => {
  for (const fact of FACTS)
    for (const template of [
      "turns out K is NEW",
      "heads up: K → NEW",
      "forget what I said about K, it's NEW",
      "after the meeting we agreed on NEW for K",
      "K used to be OLD, these days it's NEW",
      "typo earlier, K is NEW not OLD",
      "they changed K on us, NEW",
      "instead of OLD it's NEW",
      "scratch OLD, NEW it is",
      "so much for OLD. NEW is what we have now",
      "not OLD anymore!! NEW",
      "hey can you note that K isn't OLD? it's NEW",
      "bad news, K won't be OLD. going with NEW",
      "I got K wrong; NEW is right",
      "from Monday NEW will be K",
    ]) {
      const text = fill(template, fact);
      assert.equal(bearingOn(fact)({ text })?.as, "renews", text);
      assert.equal(bearingOn(fact)({ text })?.sentence, text);
    }
});

test("a reply says it with the question that it replies to, and right behind the statement", () => {
  for (const fact of FACTS) {
    const bearing = bearingOn(fact);
    for (const [asked, reply] of [
      ["Is K still OLD?", "no, NEW"],
      ["What is K these days?", "NEW"],
      ["Should I keep OLD as K?", "nope, it's NEW since last week"],
    ] as const)
      assert.equal(bearing({ text: fill(reply, fact), asked: fill(asked, fact) })?.as, "renews", fill(asked, fact));
    for (const text of ["actually it's NEW", "no wait, NEW", "sorry, I meant NEW"])
      assert.equal(bearing({ text: fill(text, fact), behind: true })?.as, "renews", fill(text, fact));
    for (const text of ["yes", "yep, same", "no idea", "thanks!"])
      assert.equal(bearing({ text, asked: fill("Is K still OLD?", fact) }), null, text);
  }
});

test("what speaks of a fact and doesn't change it bears nothing on it", () => {
  for (const fact of FACTS)
    for (const template of [
      "told Ana about K yesterday",
      "I really like K",
      "K hasn't changed, just saying",
      "still OLD, good",
      "OLD was great today",
      "someone asked me for K again",
      "Ben has a different one than mine, he told me about K at lunch",
      "maybe K should be NEW",
      "I wish K were NEW",
      "K isn't NEW",
      "years ago K was NEW",
      "nobody said K is NEW",
      "if K were NEW we would be late",
      "is K NEW now?",
      "we moved the couch next to the window and changed the lamp",
      "remind me of K",
      "somebody else's K is NEW",
      "read a story on how someone swapped OLD for NEW",
      "the one before him was called NEW",
    ]) {
      const text = fill(template, fact);
      assert.equal(bearingOn(fact)({ text }), null, text);
    }
});

test("an article that begins a title names no item of a list", () => {
  const list = { topic: "favorite carol", values: ["In the Bleak Midwinter", "The Holly and the Ivy"], isList: true };
  for (const text of [
    "phil's given up the hall job, it's Sandra Whitlock from now on",
    "oh and the alarm, ignore what I said, 7719 was the OLD one. It's 5086.",
  ])
    assert.equal(bearingOn(list)({ text }), null, text);
  assert.equal(bearingOn(list)({ text: "The Ivy is too slow, Gaudete instead" })?.as, "renews");
});

test("a new favourite is heard whatever it is called by, and what another one moved is no home of the speaker's", () => {
  const band = bearingOn({ topic: "favorite band", values: ["Black Midi"] });
  assert.ok(band({ text: "been listening to Geese nonstop, they're my favourite band now" }));
  const dinner = bearingOn({ topic: "favourite dinner", values: ["fish fingers"], whose: "Theo" });
  assert.equal(dinner({ text: "Theo says spaghetti is his favourite dinner these days" })?.as, "may");
  const home = bearingOn({ topic: "home", values: ["Devonshire Hall"] });
  assert.equal(home({ text: "moved out of halls, living at 14 Brudenell Road now" })?.as, "renews");
  for (const text of ["phone moved to Smarty, no signal here", "Greta moved out, Ines took her room"])
    assert.equal(home({ text }), null, text);
});

/** Facts; what may change them, is somebody else's or of something else. */
const BY_THE_WAY: readonly (readonly [
  fact: SpokenFact,
  nearest: boolean,
  said: string,
  as: "renews" | "may" | null,
])[] = [
  [{ topic: "shoe size", values: ["42"] }, false, "bought 43s, 42 is too tight now", "may"],
  [{ topic: "cleaner", values: ["Paula"] }, false, "hired Magda, Paula had to stop", "may"],
  [{ topic: "email", values: ["ada@old.example"] }, false, "use ada@new.example for me from now on", "may"],
  [
    { topic: "phone number", values: ["555-0182"], whose: "tom" },
    false,
    "lost Tom's old number, his new one is 555-0199",
    "may",
  ],
  [{ topic: "alarm code", values: ["4417"] }, false, "fyi alarm = 9082 now", "renews"],
  [{ topic: "stipend", values: ["2,150 a month"] }, false, "ok stipend went up, 2,240 starting december", "renews"],
  [{ topic: "salary", values: ["3200"] }, true, "got a raise! 3450 from this month", "may"],
  [{ topic: "salary", values: ["3200"] }, false, "got a raise! 3450 from this month", null],
  [{ topic: "rent", values: ["950"] }, true, "landlord put it up again, 995 a month now", "renews"],
  [{ topic: "gas supplier", values: ["Eon"] }, true, "water supplier is Thames now", null],
  [{ topic: "boss", values: ["Carol"] }, true, "Steve's boss is Priya now", null],
  [{ topic: "home", values: ["Leeds"] }, true, "my sister moved to York", null],
  [{ topic: "staging db host", values: ["pg-2"] }, false, "production moved, host is pg-5", null],
  [{ topic: "employer", values: ["Initech"] }, false, "Ben left Initech, he's at Globex now", null],
  [{ topic: "allergy", values: ["nuts"] }, false, "Leo isn't allergic to nuts any more", null],
  [{ topic: "bank", values: ["Barclays"] }, false, "Barclays closed the branch on the high street", null],
  [{ topic: "alarm code", values: ["4417"] }, false, "the alarm went off at 3 again", null],
  [
    { topic: "12a tenant", values: ["Mr Hussain"] },
    false,
    "EPC at 12A redone after the insulation: it's a C now",
    null,
  ],
  [{ topic: "12a key safe", values: ["4419"] }, false, "Finch Street key safe got a new code, 5150", null],
  [
    { topic: "favorite paper", values: ["Fierer 2007"], isList: true },
    false,
    "paper is now going to ISME Communications",
    null,
  ],
];

test("a value by the way, or what is nearest in meaning, may change a fact; what is of another one doesn't", () => {
  for (const [fact, nearest, text, as] of BY_THE_WAY)
    assert.equal(bearingOn(fact)({ text, nearest })?.as ?? null, as, `${fact.topic}: ${text}`);
});

test("another figure beside a word of the name, of what is a figure, may change it where something happened", () => {
  for (const [topic, value, to] of [
    ["boathouse gate code", "4471", "9023"],
    ["studio alarm password", "Marmot12", "Heron88"],
    ["ferry office number", "555-0101", "555-0199"],
  ] as const) {
    const [word = ""] = topic.split(" ");
    const says = (text: string): string | null => bearingOn({ topic, values: [value] })({ text })?.as ?? null;
    for (const text of [
      `after the break-in they changed the ${word}, use ${to}`,
      `someone got into the ${word} so I set it to ${to}`,
    ])
      assert.notEqual(says(text), null, text);
    for (const text of [
      `the ${word} was lovely, some ${to} people came`,
      `someone got into the ${word} again`,
      `someone got into the ${word}, but ${value} still works`,
      `someone got into the cinema so they set theirs to ${to}`,
    ])
      assert.equal(says(text), null, text);
  }
});

test("who stands in for somebody for a day takes nobody's place", () => {
  const lead = { topic: "on-call lead", values: ["Ilona"] };
  for (const day of ["only today", "this time", "by mistake", "as an exception", "tonight only"])
    for (const text of [`Ilona had no time, ${day} Marek took over`, `Marek took the shift of Ilona ${day}`])
      assert.equal(bearingOn(lead)({ text }), null, text);
  assert.equal(bearingOn(lead)({ text: "Ilona left, Marek took over" })?.as, "renews");
});

test("what somebody does of his own is nothing of his place, his name or his birthday", () => {
  const events = [
    "N quit smoking last week",
    "N moved to a bigger flat on Elm Road",
    "N sold his boat yesterday",
    "N no longer drinks coffee, only tea",
    "N stopped eating meat in March",
  ];
  for (const [topic, name, whose] of [
    ["boss", "Theodora", ""],
    ["cleaner", "Roza", ""],
    ["husband", "Gernot", ""],
    ["Gernot's birthday", "Gernot", "gernot"],
  ] as const) {
    const fact = { topic, values: [whose === "" ? name : "21 June"], whose };
    for (const event of events) {
      const text = event.replace("N", name);
      assert.equal(bearingOn(fact)({ text }), null, `${topic}: ${text}`);
    }
  }
  const husband = { topic: "husband", values: ["Gernot"] };
  assert.equal(bearingOn(husband)({ text: "Gernot quit the hospital, he's at the ambulance since January" }), null);
  for (const text of [
    "Theodora left, Anouk is my boss now",
    "Theodora no longer leads our team",
    "Theodora left the company",
  ])
    assert.notEqual(bearingOn({ topic: "boss", values: ["Theodora"] })({ text }), null, text);
});
