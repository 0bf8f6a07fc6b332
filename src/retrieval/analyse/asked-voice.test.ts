import assert from "node:assert/strict";
import { daysIn } from "../../text/days.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { test } from "node:test";
import { analyseQuestion, askedVoice } from "./analyse-question.ts";

const EPOCH = { now: 0, days: daysIn("UTC") };

test("questions after what an assistant said, or after a tool's words", () => {
  for (const question of [
    "What did you recommend for the stand-up?",
    "your advice on visas",
    "Why did the agent brush it aside?",
  ])
    assert.equal(askedVoice(question).assistant, true, question);
  for (const question of ["When does my sprint end?", "Which days did I mention?"])
    assert.equal(askedVoice(question).assistant, false, question);
  for (const question of [
    "Which port did the endpoint get?",
    "what does src/rank.ts hold",
    "the error of npm ci --omit",
  ])
    assert.equal(askedVoice(question).tool, true, question);
  assert.equal(askedVoice("Who baked the plum cake?").tool, false);
});

test("role: in a question is a filter; what is no role is a word", () => {
  assert.deepEqual(analyseQuestion("port role:tool", EPOCH).filter.roles, ["tool_call", "tool_result"]);
  assert.deepEqual(analyseQuestion("port role:user role:assistant", EPOCH).filter.roles, ["user", "assistant"]);
  const unread = analyseQuestion("port role:captain", EPOCH);
  assert.equal(unread.filter.roles, undefined);
  assert.equal(unread.syntax.unread.length, 1);
});

test("what was read as a time is no word to search for, unless there is no other", () => {
  assert.deepEqual(
    analyseQuestion("what did the harbour master say 2 days ago?", EPOCH).terms,
    indexTerms("harbour master say"),
  );
  assert.ok(!analyseQuestion("who fixed the crane last week", EPOCH).terms.includes("week"));
  assert.ok(analyseQuestion("last week", EPOCH).terms.includes("week"));
});
