import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hit } from "../../operations/answers/hits.ts";
import { LEADS } from "../../text/evidence.ts";
import { acknowledgement, orderReply } from "./chat-question.ts";

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

test("a statement is known by the form of its sentence, whatever its verb", () => {
  for (const said of [
    "our ferry swamps the jetty every spring",
    "Lotte mentors the new apprentices",
    "the crane squeals when it rains",
    "the winch burns out on hot days",
    "the mate owes me a coil of rope",
    "the buoys drift since Monday",
    "the dredger moors itself",
  ])
    assert.equal(acknowledgement(said), "Noted.", said);
});

test("what may want an answer gets one", () => {
  for (const asked of [
    "which port does staging use?",
    "which port does staging use",
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
    "date of the school play",
    "standup when",
  ])
    assert.equal(acknowledgement(asked), null, asked);
});

test("what only names something wants an answer where what was found holds half of its words", () => {
  const found = [
    { heading: "", text: "The staging gateway listens on port 8443 of the wifi.", message: null },
  ] as unknown as Hit[];
  for (const named of ["staging port", "wifi password pls", "gateway"])
    assert.equal(acknowledgement(named, found), null, named);
  for (const said of ["gallery hours 9-12", "prices for the season: 69 for a single", "the fridge, not the freezer"])
    assert.equal(acknowledgement(said, found), "Noted.", said);
  for (const said of ["spare keys with Olga", "soup again"])
    assert.equal(acknowledgement(said, found), LEADS.unclear, said);
  for (const said of ["staging it is", "no way"]) assert.equal(acknowledgement(said, found), "Noted.", said);
});

test("what was said before in the same words is no answer to it, and a remark is none to anything", () => {
  const message = { role: "user" };
  for (const said of ["moving boxes today", "lunch break", "gate stuff"]) {
    const found = [{ heading: "", text: said, message }] as unknown as Hit[];
    assert.equal(acknowledgement(said, found), LEADS.unclear, said);
    const note = { heading: "", text: `${said}: behind the shed`, message: null };
    assert.equal(acknowledgement(said, [...found, note] as unknown as Hit[]), null, said);
  }
  for (const said of ["cool, moving on", "what a foggy day", "phew"])
    assert.equal(acknowledgement(said, []), "Good.", said);
});

test("an order for which facts did nothing says what to do", () => {
  assert.match(orderReply("Forget where my hearing aid is.") ?? "", /nothing was forgotten. "\/forget" with/u);
  assert.match(orderReply("undo") ?? "", /nothing to take back/u);
  assert.match(orderReply("what can you do?") ?? "", /^Tell me what to keep/u);
  for (const said of ["where is my hearing aid?", "I forgot the code", "undo the top button of the coat"])
    assert.equal(orderReply(said), null, said);
});
