import assert from "node:assert/strict";
import { test } from "node:test";
import { asksSeveral } from "./asks-several.ts";

const several = [
  "What books has Ann read?",
  "Which cities have we visited?",
  "What kinds of tea do I like?",
  "What type of yoga classes have I tried?",
  "What are the names of my cats?",
  "What are Ann's pets' names?",
  "Which cities in Europe have we seen?",
  "How many tools did we compare?",
  "How many times did the deploy fail in March?",
  "Where has Ben camped?",
  "What has Ann painted?",
  "What does Ann do to relax?",
  "In what ways does Ben help?",
  "What do Ann and Ben have in common?",
  "Which countries did both of them see?",
  "Can you list all the servers of ours?",
  "How have my goals changed over time?",
];
const one = [
  "Which city did we visit last?",
  "What is the port of staging?",
  "What class does the parser use?",
  "What gifts did Ann get at the party?",
  "What dishes did we eat in June?",
  "What are Ann's plans for the summer?",
  "Where did Ben move?",
  "When did Ann paint the fence?",
  "Who told me about the bug?",
  "What has Ann just painted?",
  "Which books would Ben like?",
  "What news is there?",
  "Which Postgres does staging run?",
  "which postgres do we use",
  "Which server runs on 8443?",
  "What library handles dates?",
  "what does status.ts do",
  "Was machen wir mit den Fehlern?",
  "",
];

test("questions for several things, and questions for one", () => {
  for (const question of several) assert.ok(asksSeveral(question), question);
  for (const question of one) assert.ok(!asksSeveral(question), question);
});

test("a long message is no such question, and takes no time to say so", () => {
  assert.equal(asksSeveral(`${"we met and talked ".repeat(40)} what books has Ann read?`), false);
  assert.equal(asksSeveral(`what ${"a ".repeat(500_000)}s`), false);
});
