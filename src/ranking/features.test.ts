import assert from "node:assert/strict";
import { test } from "node:test";
import { FEATURES, features, type RankedCandidate, type RankedQuestion } from "./features.ts";
import { WEIGHTS } from "./weights.ts";

const candidate: RankedCandidate = { lexical: 1, coverage: 0.5, windows: [1, 1, 1], documentCoverage: 0.5, dense: 0.2, denseBefore: 0, denseAfter: 0, documentDense: 0.3, signals: 0, signalsBefore: 0, author: "Kay", hall: "events", date: null };
const question: RankedQuestion = { mentioned: new Set(), time: null, hall: null, fold: (text) => text };
const order = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

test("hall: a message of the asked hall counts for more; not where either is unsure, and not in files", () => {
  const score = (some: Partial<RankedCandidate>, hall: string | null): number => features([{ ...candidate, ...some }], { ...question, hall }).weightedSum(0, order);
  const plain = score({}, null);
  assert.ok(Math.abs(score({}, "events") - plain - WEIGHTS.hall) < 1e-9);
  assert.equal(score({}, "advice"), plain);
  assert.equal(score({ hall: "" }, null), plain);
  assert.equal(score({ author: "" }, "events"), score({ author: "" }, null));
});
