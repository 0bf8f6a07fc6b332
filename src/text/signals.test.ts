import assert from "node:assert/strict";
import { test } from "node:test";
import { Signal } from "../model/signals.ts";
import { signalsOf } from "./signals.ts";
import { assertLinear } from "./linear.fixture.ts";

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
