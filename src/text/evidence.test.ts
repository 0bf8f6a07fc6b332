import assert from "node:assert/strict";
import { test } from "node:test";
import { passageAnswer } from "../conversation/citations/passage-answer.ts";
import { asksTheSame, isEcho, isPlainQuestion, ownWords, quotedPassages, groundOf, signalsOf } from "./evidence.ts";
import type { MessageRef } from "../operations/answers/hits.ts";
import { GROUNDS, groundBits, groundOfBits, Signal, voiceBits } from "../model/message-role.ts";
import { assertLinear } from "./linear.fixture.ts";

const passage = (label: string, text: string): Parameters<typeof passageAnswer>[0][number] => ({
  label,
  text,
  heading: "",
  place: "notes.md",
});
const PASSAGES = [
  passage("M1", "The vault opens with seven turns.\n\nAnd a push."),
  passage("M2", 'Say "friend" and enter; see https://a.example/x.'),
  passage("M3", "word ".repeat(300)),
];

test("an answer made of passages is known by its form, and has no words of its own", () => {
  for (const covered of [true, false]) {
    const answer = passageAnswer(PASSAGES, "?", covered);
    const quoted = quotedPassages(answer);
    assert.equal(quoted?.start, 0);
    assert.deepEqual(
      quoted?.blocks.map(({ text }) => text.slice(0, 12)),
      ["The vault op", 'Say "friend"', "word word wo"],
    );
    for (const { start, end, citation } of quoted?.blocks ?? [])
      assert.ok(answer.slice(start, end).endsWith(citation) && answer.slice(start, end).startsWith("> "));
    assert.equal(ownWords(answer), "");
    assert.equal(ownWords(`Your favourite tea is sencha.\n\n${answer}`), "Your favourite tea is sencha.");
  }
  assert.equal(ownWords(passageAnswer([], "?", false)), "");
});

test("an answer in somebody's words stays whole, whatever it quotes", () => {
  const answer = passageAnswer(PASSAGES, "?", true);
  for (const own of [
    `${answer}\n\nAnd so I think that it is seven.`,
    `He said: ${answer}`,
    "From what is stored: the vault opens with seven turns.",
    "> The vault opens with seven turns.\n[M1] notes.md",
    "From what is stored:\n\n> It opens.",
    "Nothing that is stored answers this. Ask Kay.",
  ])
    assert.equal(ownWords(own), own);
});

test("a plain question tells nothing", () => {
  for (const text of [
    "What is the code of the vault?",
    "where does the ferry leave from",
    "Does it leave at noon? Or later?",
    "Welche Farbe hat der Kran?",
    "How does my vault open?",
    "Remind me: what was the port of the Drift greenhouse, please?",
    "Could you tell me again which of the two gateways listens on the other port?",
    "I'd like to know, when does the ferry leave?",
    "Who do I write to if I want to book a stand?",
    "Where can we leave the boat when we have to go ashore at night?",
    "find out why the ferry test fails on the second run",
    "Please check whether the crane is free",
    "Find out why the ferry test fails.",
    "Can you explain how the crane is lifted.",
    "I need to know which gateway listens.",
    "hey, quick one: when does our mooring licence run out?",
    "One more thing, why don't we work for Corvane any more?",
    "sorry, another question: who waters our tomatoes?",
    "Out of curiosity: what is my locker number?",
    "I forget which port staging uses.",
    "I have forgotten what product search runs on",
    "Good. What did we decide about alert routing?",
    "Thanks, that helps! Where does the ferry leave from",
    "Great. Thank you. Does it leave at noon? Or later? Bye!",
    "on which date is the licence due",
    "At what time does the ferry leave",
    "list my favourite ferries",
    "show me all the moorings",
    "freezer alarm code",
    "GST number",
    "Kay's phone number",
    "ip of the ferry's printer",
    "the price of a big service",
    "name of the harbour's wifi",
    "everything about berth 12",
    "the mate's email address",
    "conductor's birthday",
    "are we open on Sundays in December",
    "When does the ferry leave? I want to take it.",
    "the ferry's ramp sticks, any idea? @wren",
    "We need it for the licence. What's the port's code?",
  ])
    assert.equal(isPlainQuestion(text), true, text);
  for (const text of [
    "My dog Rex is five, how old is that?",
    "The crane is green. Is that new?",
    "What a day.",
    "I forgot the keys at home, and I don't know the code.",
    "What should I pack for my trip to Paris in May?",
    "Will be late tomorrow, after the dentist",
    "How it works: the port is 9000",
    "The ferry leaves at noon.",
    "Remind me to call Kay: is my dentist open?",
    "Check the crane before you leave",
    "One thing: my locker is 14, is that near the crane?",
    "The quick one is mine, where is yours?",
    "Remind me to call Kay at five.",
    "What matters is the port.",
    "In which case we stay",
    "From what I heard Kay leaves",
    "door code 4417",
    "I changed the code",
    "changed the alarm code",
    "new door code",
    "code of the gate changed",
    "waiting for the ferry",
    "Kay asked for a berth",
    "no news of the mate",
    "keys under the mat",
    "Kay's ferry arrived",
    "We work for Brandt",
    "Rent of the berth 412 a month",
    "give me the keys, I'm out",
    "Thanks a lot. Good night!",
    "Good. Anna moved the ferry. Is that new?",
    "When does the ferry leave? I want to take the one at 9.",
    "I want to sell the crane. I need to paint it.",
    "Find out why the test fails, my guess is the clock.",
    "I don't know whether I moved to Berlin, did I?",
    "I moved to Berlin; where is the next pool?",
    "",
  ])
    assert.equal(isPlainQuestion(text), false, text);
});

const message = { role: "user" };
const echoes = (text: string, question: string): boolean => isEcho({ text, message }, question, true);

test("a question that says no more words with a meaning than another asks the same again", () => {
  const asked = "when do we replace the impeller";
  assert.equal(echoes("When do we have to replace the impeller again?", asked), true);
  assert.equal(echoes("When do we replace the impeller of the spare engine?", asked), false);
  assert.equal(echoes("We replace the impeller again.", asked), false);
  assert.equal(echoes("Freezer alarm code", "freezer alarm code"), true);
});

test("a message that only names what is asked for is no answer to it; one that says more, and a document, is", () => {
  for (const [text, question] of [
    ["humidity in gallery 3", "what's the humidity in gallery 3?"],
    ["length of the mooring", "how long is the mooring?"],
    ["tone of DB0KIEL", "which tone does DB0KIEL need"],
    ["berth 12 price", "price for berth 12"],
  ] as const) {
    assert.equal(echoes(text, question), true, text);
    assert.equal(isEcho({ text, message: null }, question, true), false, text);
    assert.equal(isEcho({ text, message }, question), false, text);
  }
  for (const [text, question] of [
    ["Our insurance covers lightning", "does our insurance cover lightning?"],
    ["spare keys with Olga", "who has the spare keys?"],
    ["humidity in gallery 3 now 48 percent", "what's the humidity in gallery 3?"],
    ["the ferry pays the mooring", "who pays the mooring of the ferry?"],
  ] as const)
    assert.equal(echoes(text, question), false, text);
});

test("two questions ask the same where one says what the other leaves out, and neither another thing", () => {
  for (const [one, other] of [
    ["How do we number the releases?", "how do we number releases"],
    ["Good. What did we decide about alert routing?", "what did we decide about alert routing"],
    [
      "Can customers change the car's licence plate after booking?",
      "can customers change the licence plate after booking",
    ],
  ] as const)
    assert.ok(asksTheSame(one, other) && asksTheSame(other, one), one);
  for (const [one, other] of [
    ["Who owns the ticket printer driver?", "Who owns the ticket scanner driver?"],
    ["When does the on-call rotation change?", "Why does the on-call rotation change?"],
    ["Which port does staging use?", "Which port does the orders gateway of staging use?"],
    ["What is it?", "What is that?"],
  ] as const)
    assert.ok(!asksTheSame(one, other) && !asksTheSame(other, one), one);
});

function said(role: string, text: string, marks?: MessageRef["marks"]): string {
  const message: MessageRef = {
    chat: "c",
    session: "s",
    ids: ["1"],
    role,
    author: null,
    time: null,
    ...(marks !== undefined && { marks }),
  };
  return groundOf({ message, elementType: "message", text });
}

test("on what a drawer stands", () => {
  assert.equal(groundOf({ message: null, elementType: "paragraph", text: "Which port does staging use?" }), "stated");
  assert.equal(groundOf({ message: null, elementType: "memory_summary", text: "Staging uses 8443." }), "derived");
  assert.equal(said("user", "Staging uses port 8443."), "stated");
  for (const question of ["Which port does staging use?", "remind me which port staging uses", "what's the gym code"])
    assert.equal(said("user", question), "asked", question);
  for (const order of ["forget the broker", "list everything", "undo"]) assert.equal(said("user", order), "asked");
  assert.equal(said("user", "My dog is five years old now, how old is that in years of people?"), "stated");
  assert.equal(said("assistant", "It is 8443."), "derived");
  assert.equal(said("tool_call", "Bash(ls)"), "derived");
  assert.equal(said("tool_result", "port: 8443"), "stated");
  assert.equal(said("summary", "They set up staging."), "derived");
  assert.equal(said("system", "You are a careful agent."), "machine");
  assert.equal(said("user", "Which port?", ["machine"]), "machine");
  assert.equal(said("tool_result", "port: 8443", ["subagent"]), "machine");
});

test("a ground comes back from the bits of a drawer, beside role and marks; none is a statement", () => {
  for (const ground of GROUNDS)
    for (const role of ["user", "tool_result", "system"])
      assert.equal(groundOfBits(groundBits(ground) | voiceBits({ role, marks: ["subagent", "abandoned"] })), ground);
  assert.equal(groundOfBits(0), "stated");
});

const has = (text: string, signal: number): boolean => (signalsOf(text) & signal) !== 0;

test("question: the last sentence asks", () => {
  for (const text of ["Why?", "I see. Do you? ", "“Really?”", "元気？"]) assert.ok(has(text, Signal.question), text);
  for (const text of ["Why? Because.", "a ? b : c", ""]) assert.ok(!has(text, Signal.question), text);
});

test("first person", () => {
  for (const text of ["I like it", "I'm here", "it is mine", "We left"]) assert.ok(has(text, Signal.firstPerson), text);
  for (const text of ["Appendix I", "He likes it", "the US army"]) assert.ok(!has(text, Signal.firstPerson), text);
});

test("links: half of the text or more is items that are links and say nothing else", () => {
  for (const text of [
    "- [a](b)\n- [c](d)",
    "### Vim\n\n* [Close windows](vim/close.md)\n* [Open windows](vim/open.md)\n",
    "1. [[Daily note]]\n2. [[Projects]]",
    "  - https://example.org/a",
    "- [a](b),",
  ]) {
    assert.ok(has(text, Signal.links), text);
  }
  for (const text of [
    "",
    "[a](b)",
    "- [a](b): what it says, in some words\n- [c](d): and this one too",
    "Some prose that goes on for longer than the list below it.\n\n- [a](b)\n",
  ])
    assert.ok(!has(text, Signal.links), text);
});

test("huge texts take linear time", async () => {
  for (const unit of ["a ", "1", "\n", "I ", "- [", "- [a](b)\n", "- [[", "?)"]) {
    await assertLinear(JSON.stringify(unit), 400_000, (n) => signalsOf(unit.repeat(n)));
  }
});

test("who asks without a question mark asks, who tells with the same words first tells", () => {
  for (const text of [
    "does teuta ride at weekends",
    "is bruno full time",
    "can Teuta drive the van",
    "anyone with a van licence",
    "pls tell me the key box number",
    "i need the number of frau röver",
    "looking for the plumber's number",
    "wonder what chain oil we use",
  ])
    assert.ok(isPlainQuestion(text), text);
  for (const text of [
    "is fine by me",
    "should be fine",
    "will do",
    "Will Turner is our new accountant",
    "May 5 is the fair",
    "anyone can come",
    "i need a new bike",
    "i need to leave at five",
    "need to buy milk",
  ])
    assert.ok(!isPlainQuestion(text), text);
});
