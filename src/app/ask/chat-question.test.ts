import assert from "node:assert/strict";
import { test } from "node:test";
import { acknowledgement } from "./chat-question.ts";

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
