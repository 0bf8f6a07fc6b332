import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPreparing, orderOf, remarkKind } from "./remark.ts";

const COURTESIES = [
  "thanks",
  "great",
  "ok",
  "perfect",
  "got it",
  "that helps",
  "good to know",
  "alright",
  "bye",
  "merci",
];

test("courtesies are remarks in every mix, with any marks between them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...COURTESIES), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(", ", "! ", " ", "... ", " 🙏 "),
      (some, between) => assert.notEqual(remarkKind(some.join(between)), null, some.join(between)),
    ),
  );
  for (const said of [
    "Vielen Dank!",
    "谢谢",
    "👍",
    "Talk to you later.",
    "ok, will do",
    "exactly what I needed",
    "You are welcome.",
    "You are very welcome!",
  ])
    assert.notEqual(remarkKind(said), null, said);
});

/** What cries out and goes on, and beside each what asks in the same words. */
const CRIES = {
  opening: ["", "cool, ", "ok. ", "wow! ", "well, ", "oh man ", "so, "],
  cry: [
    ...[
      "foggy day",
      "week",
      "lovely little harbour",
      "mess",
      "relief",
      "bunch of clowns",
      "day it was",
      "mess this is",
    ].map((thing) => `what ${/^[aeiou]/u.test(thing) ? "an" : "a"} ${thing}`),
    ...["nice", "annoying", "wonderful", "sad", "kind of you", "cool is that"].map((thing) => `how ${thing}`),
    ...[
      "moving on",
      "going home",
      "signing off now",
      "heading back",
      "back to work",
      "off to bed",
      "next topic",
      "phew",
    ],
  ],
  end: ["", "!", "...", " then"],
};
const ASKED = [
  ...["a berth costs", "a visit to the mill costs", "an adc is for", "a key looks like", "a trainee does all day"].map(
    (thing) => `what ${thing}`,
  ),
  ...["far", "heavy", "old", "come", "many", "long the ferry takes"].map((thing) => `how ${thing}`),
  ...["moving boxes", "moving on the plan of May", "parking on sundays", "back door key", "back to the office when"],
  ...["off season prices", "next dentist", "next one due", "heating off", "cool box weight", "heading of the letter"],
];

test("what cries out or goes on is a remark, and what asks in such words is none", () => {
  fc.assert(
    fc.property(
      fc.tuple(...Object.values(CRIES).map((some) => fc.constantFrom(...some))),
      ([opening = "", cry = "", end = ""]) => {
        const said = `${opening}${cry}${end === " then" && !cry.endsWith("on") ? "" : end}`;
        assert.equal(remarkKind(said), "good", said);
      },
    ),
  );
  for (const asked of ASKED)
    for (const before of ["", "ok, ", "so "]) assert.equal(remarkKind(before + asked), null, before + asked);
});

test("what says or asks something beside a courtesy is no remark", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...COURTESIES),
      fc.constantFrom("the port is 9000", "where is the spare key", "Anna quit", "staging", "room 4", "ask Kay"),
      fc.boolean(),
      (courtesy, other, first) =>
        assert.equal(remarkKind(first ? `${courtesy}, ${other}` : `${other}, ${courtesy}`), null),
    ),
  );
  for (const said of ["", "…", "right back tyre", "that?", "ok?", "9"]) assert.equal(remarkKind(said), null, said);
});

test("what only greets, goes on or prepares isn't what a session is about", () => {
  for (const said of [
    "hi, look at the repo first",
    "Please read CLAUDE.md and the docs before we start.",
    "take a look around the codebase",
    "continue where we left off",
    "ok, go ahead",
    "are you there?",
    "Let's start!",
    "👋",
  ])
    assert.equal(isPreparing(said), true, said);
  for (const said of [
    "hi, fix the port in staging",
    "what does this project do",
    "How do I start it?",
    "review the repo",
    "read the logs of Monday",
    "make room 4 ready",
    "看看代码",
  ])
    assert.equal(isPreparing(said), false, said);
});

/** Who, how and what of a reaction; none of it names a thing. */
const REACTS = {
  opening: ["", "lol ", "ah yes, ", "right, ", "great. "],
  who: ["i", "we"],
  how: ["", "always ", "never ", "totally ", "honestly "],
  verb: ["forget", "guessed", "knew", "expected", "love", "believe", "hear"],
  what: ["that", "it", "the others", "all of this", "so", "about it"],
};
const reaction = fc
  .tuple(...Object.values(REACTS).map((some) => fc.constantFrom(...some)))
  .map(([opening = "", who = "", how = "", verb = "", what = ""]) => `${opening}${who} ${how}${verb} ${what}`);

test("an order to the memory is known as the whole of a message, and no news is one", () => {
  for (const [said, kind] of [
    ["help", "help"],
    ["what can you do?", "help"],
    ["Who are you?", "help"],
    ["undo", "undo"],
    ["Forget that.", "undo"],
    ["list everything", "everything"],
    ["What do you know about me?", "everything"],
    ["show me everything you know about me", "everything"],
    ["forget the broker", "forget"],
    ["Please forget where my hearing aid is.", "forget"],
  ] as const)
    assert.equal(orderOf(said)?.kind, kind, said);
  for (const [said, of] of [
    ["Forget where my hearing aid is.", "hearing aid"],
    ["forget that Jonas owes me 40 euros", "jonas owes me 40 euros"],
    ["forget the boiler man is called Kevin", "boiler man is called kevin"],
    ["forget everything I said about the parcel shop", "parcel shop"],
    ["please erase what you know of my landlady", "landlady"],
    ["forget about the parcel shop", "parcel shop"],
    ["delete the note about the boiler man", "boiler man"],
    ["remove all my notes on the old printer", "old printer"],
    ["delete everything we told you about the cello", "cello"],
  ] as const)
    assert.deepEqual(orderOf(said), { kind: "forget", of }, said);
  for (const said of [
    "forget what I said about the port, it's 8443",
    "forget about the party on Friday",
    "I forget the name of the broker",
    "delete the old branch",
    "remove the note from the door",
    "what can you do about the leaking tap in the kitchen?",
    "help Anna with the tax return",
    "list everything that is in the cellar",
    "who are you meeting on Friday?",
  ])
    assert.equal(orderOf(said), null, said);
  for (const said of ["morning", "good morning", "evening all"]) assert.equal(remarkKind(said), "hello", said);
  for (const said of ["morning shift", "the morning"]) assert.notEqual(remarkKind(said), "hello", said);
});

test("what somebody makes of what he heard is a remark, and what names a thing, a number or a name is none", () => {
  fc.assert(fc.property(reaction, (said) => assert.notEqual(remarkKind(said), null, said)));
  fc.assert(
    fc.property(reaction, fc.constantFrom("fish", "pnpm", "Anna", "room 4", "the blue key"), (said, thing) =>
      assert.equal(remarkKind(`${said} ${thing}`), null),
    ),
  );
  for (const day of ["Monday", "thursday"]) {
    assert.notEqual(remarkKind(`ok so ${day} then`), null, day);
    for (const said of [`the rehearsal is ${day} then`, `${day} works for the dentist`])
      assert.equal(remarkKind(said), null, said);
  }
  // Who may renew what was said, asks or orders doesn't only react.
  for (const said of ["i don't like it any more", "we know it changed", "tell me that", "i quit", "we moved it"])
    assert.equal(remarkKind(said), null, said);
});
