import assert from "node:assert/strict";
import { test } from "node:test";
import { acknowledgement } from "./acknowledge.ts";

test("thanks, greetings and statements are acknowledged", () => {
  for (const said of ["thanks", "Thanks a lot!", "ok thank you", "bye", "good night", "hello", "great", "got it."])
    assert.notEqual(acknowledgement(said), null, said);
  for (const said of [
    "The tug is at pier nine.",
    "Mirabel prefers tea over coffee",
    "we moved staging to Frankfurt today",
    "Our cleaner comes on Tuesdays.",
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
  ])
    assert.equal(acknowledgement(asked), null, asked);
});
