import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { acknowledgement, remarkKind } from "./remark.ts";

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
  for (const said of ["Vielen Dank!", "谢谢", "👍", "Talk to you later.", "ok, will do", "exactly what I needed"])
    assert.notEqual(remarkKind(said), null, said);
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

test("thanks, greetings and statements are acknowledged", () => {
  for (const said of ["thanks", "Thanks a lot!", "ok thank you", "bye", "good night", "hello", "great", "got it."])
    assert.notEqual(acknowledgement(said), null, said);
  assert.equal(acknowledgement("great, that helps"), "Good.");
  assert.equal(acknowledgement("perfect, thanks for the help!"), "You're welcome.");
  assert.equal(acknowledgement("see you tomorrow"), "Bye.");
  for (const said of [
    "The tug is at pier nine.",
    "Mirabel prefers tea over coffee",
    "we moved staging to Frankfurt today",
    "Our cleaner comes on Tuesdays.",
    "FYI Kay in Rome next week",
    "the meeting got moved to Thursday",
    "The plumber broke the tap yesterday",
    "Ines's moving to Ghent in spring",
    "dentist: Tim on 3 May, Lea on 9 May",
    "Der Schlüssel liegt unter der Matte.",
    "钥匙在垫子下面。",
  ])
    assert.equal(acknowledgement(said), "Noted.", said);
});

test("what may want an answer gets one", () => {
  for (const asked of [
    "which port does staging use?",
    "which port does staging use",
    "staging port",
    "wifi password pls",
    "tell me what Mirabel likes to drink",
    "remind me where the spare key is",
    "the port of the staging gateway",
    "thanks, and which port is it?",
    "I wonder whether staging is up?",
    "hello, where is the key?",
    "thanks, where is the spare key",
    "ok so what did we decide about the boat",
    "great aunt's birthday",
    "Olga's training schedule",
    "date of the school play on Friday",
    "tomorrow's meeting",
  ])
    assert.equal(acknowledgement(asked), null, asked);
});
