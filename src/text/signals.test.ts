import assert from "node:assert/strict";
import { test } from "node:test";
import { Signal } from "../model/signals.ts";
import { signalsOf } from "./signals.ts";

const has = (text: string, signal: number): boolean => (signalsOf(text) & signal) !== 0;

test("question: the last sentence asks", () => {
  for (const text of ["Why?", "I see. Do you? ", "“Really?”", "元気？"]) assert.ok(has(text, Signal.question), text);
  for (const text of ["Why? Because.", "a ? b : c", ""]) assert.ok(!has(text, Signal.question), text);
});

test("temporal: dates, months, weekdays, relative times", () => {
  for (const text of ["on Friday", "yesterday", "last week", "two years ago", "7 May", "in May", "May 5", "since march", "2023", "12/05/2023", "at 9 pm", "the other day", "In December", "2019年"]) assert.ok(has(text, Signal.temporal), text);
  for (const text of ["you may go", "they march on", "a decent second thing", "version 3", "12345678"]) assert.ok(!has(text, Signal.temporal), text);
});

test("number, first person, name, code", () => {
  for (const text of ["3 cats", "two cats"]) assert.ok(has(text, Signal.number), text);
  assert.ok(!has("often alone", Signal.number));
  for (const text of ["I like it", "I'm here", "it is mine", "We left"]) assert.ok(has(text, Signal.firstPerson), text);
  for (const text of ["Appendix I", "He likes it", "the US army"]) assert.ok(!has(text, Signal.firstPerson), text);
  for (const text of ["met Anna there", "see, Bob"]) assert.ok(has(text, Signal.name), text);
  for (const text of ["He left. Then it rained", "so I went", "in May", "A HEADING HERE"]) assert.ok(!has(text, Signal.name), text);
  for (const text of ["```\nx\n```", "| a | b |\n| - | - |", "- [a](b)\n- [c](d)", "const a = 1;\nreturn a;"]) assert.ok(has(text, Signal.code), text);
  for (const text of ["A long line of prose that says something.\n`x`", "", "We import tea."]) assert.ok(!has(text, Signal.code), text);
});

test("bounded time on huge texts", () => {
  for (const unit of ["a ", "1", "\n", "|", "last ", "<a "]) {
    const started = performance.now();
    signalsOf(unit.repeat(1_000_000));
    assert.ok(performance.now() - started < 1_000, JSON.stringify(unit));
  }
});
