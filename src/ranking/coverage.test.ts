import assert from "node:assert/strict";
import { test } from "node:test";
import { coverage } from "./coverage.ts";
import { FEATURES, type FeatureValues } from "./features.ts";

const values = (some: Partial<FeatureValues>): FeatureValues => ({
  ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Record<(typeof FEATURES)[number], number>),
  ...some,
});

test("nothing found is not covered", () => assert.equal(coverage([]), 0));

test("a hand-computed value of the words-only gate", () => {
  // One candidate that holds all words: best 1, mean over five 1/5.
  const expected = 1 / (1 + Math.exp(-(3.389 + 4.658 / 5 - 2.631)));
  assert.ok(Math.abs(coverage([values({ coverage: 1 })]) - expected) < 1e-12);
});

test("a passage that answers does so in a project of one note as in one of many", () => {
  const answer = { coverage: 1, dense: 0.7, window1: 1, documentDense: 0.7 };
  const far = { coverage: 0, dense: 0.1 };
  const alone = coverage([values(answer)]);
  assert.ok(alone > 0.9);
  assert.ok(coverage([values(far)]) < 0.1);
  assert.ok(alone >= coverage([answer, ...Array.from({ length: 9 }, () => far)].map(values)));
});

test("more coverage, closer vectors and the named speaker raise it; a named speaker further down lowers it", () => {
  const p = (...list: Partial<FeatureValues>[]) => coverage(list.map(values));
  const base = p({ coverage: 0.5, dense: 0.3 }, { coverage: 0.4 });
  assert.ok(p({ coverage: 0.9, dense: 0.3 }, { coverage: 0.4 }) > base);
  assert.ok(p({ coverage: 0.5, dense: 0.6 }, { coverage: 0.4 }) > base);
  assert.ok(p({ coverage: 0.5, dense: 0.3, speaker: 1 }, { coverage: 0.4 }) > base);
  assert.ok(p({ coverage: 0.5, dense: 0.3 }, { coverage: 0.4, speaker: 1 }) < base);
});
