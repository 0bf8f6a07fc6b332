import assert from "node:assert/strict";
import { test } from "node:test";
import { Signal } from "../model/message-role.ts";
import { FEATURES, features, type RankedQuestion } from "./features.ts";
import type { RankedCandidate } from "../model/search.ts";
import { WEIGHTS } from "./weights.ts";

const candidate: RankedCandidate = {
  lexical: 1,
  coverage: 0.5,
  windows: [1, 1, 1],
  documentCoverage: 0.5,
  dense: 0.2,
  denseBefore: 0,
  denseAfter: 0,
  documentDense: 0.3,
  named: false,
  signals: 0,
  signalsBefore: 0,
  author: "Kay",
  hall: "events",
  date: null,
};
const question: RankedQuestion = {
  mentioned: new Set(),
  time: null,
  now: Date.UTC(2026, 4, 31, 18),
  hall: null,
  voice: { assistant: false, tool: false },
  unrelated: null,
  fold: (text) => text,
};
const order = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

test("hall: a message of the asked hall counts for more; not where either is unsure, and not in files", () => {
  const score = (some: Partial<RankedCandidate>, hall: string | null): number =>
    features([{ ...candidate, ...some }], { ...question, hall }).weightedSum(0, order);
  const plain = score({}, null);
  assert.ok(Math.abs(score({}, "events") - plain - WEIGHTS.hall) < 1e-9);
  assert.equal(score({}, "advice"), plain);
  assert.equal(score({ hall: "" }, null), plain);
  assert.equal(score({ author: "" }, "events"), score({ author: "" }, null));
});

test("named: the file that the question names counts for more", () => {
  const score = (named: boolean): number => features([{ ...candidate, named }], question).weightedSum(0, order);
  assert.ok(Math.abs(score(true) - score(false) - WEIGHTS.named) < 1e-9);
});

test("links: a list of links counts for less", () => {
  const score = (signals: number): number => features([{ ...candidate, signals }], question).weightedSum(0, order);
  assert.ok(Math.abs(score(Signal.links) - score(0) - WEIGHTS.links) < 1e-9);
});

test("recency: a message said lately counts for more, by whole days; a file's date counts for nothing", () => {
  const value = (some: Partial<RankedCandidate>, now = question.now): number =>
    features([{ ...candidate, ...some }], { ...question, now }).row(0).recency;
  const at = (day: number, hour = 0): { date: number } => ({ date: Date.UTC(2026, 4, day, hour) });
  assert.equal(value(at(31, 9)), 1);
  assert.equal(value(at(1)), 0.5);
  assert.equal(value(at(30, 23)), value(at(30)));
  assert.equal(value(at(30), Date.UTC(2026, 4, 31)), value(at(30), Date.UTC(2026, 4, 31, 23)));
  assert.equal(value({ date: question.now + 86_400_000 }), 1, "a message from the future is as of today");
  assert.equal(value({ date: null }), 0);
  assert.equal(value({ ...at(31), author: "" }), 0);
});
