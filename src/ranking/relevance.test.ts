import assert from "node:assert/strict";
import { test } from "node:test";
import {
  covering,
  type CoveringHit,
  matters,
  RELEVANCE_VALUES,
  relevance,
  relevanceParts,
  type RelevanceValues,
} from "./relevance.ts";
import { COVERING, RELEVANCE_WEIGHTS } from "./relevance-weights.ts";

const values = (some: Partial<RelevanceValues>): RelevanceValues => ({
  ...(Object.fromEntries(RELEVANCE_VALUES.map((name) => [name, 0])) as Record<
    (typeof RELEVANCE_VALUES)[number],
    number
  >),
  ...some,
});

const BASIS = { by: "withVectors", message: false } as const;

test("relevance is the logistic of its parts", () => {
  const one = values({ held: 0.8, dense: 0.4, rank: Math.log(2) });
  const { constant, held, dense, rank } = RELEVANCE_WEIGHTS;
  const odds = constant[0] + 0.8 * held[0] + 0.4 * dense[0] + Math.log(2) * rank[0];
  assert.ok(Math.abs(relevance(one, BASIS) - 1 / (1 + Math.exp(-odds))) < 1e-12);
  const parts = Object.values(relevanceParts(one, BASIS));
  assert.ok(Math.abs(parts.reduce((sum, { value, weight }) => sum + value * weight, 0) - odds) < 1e-12);
});

test("more of the question, nearer in meaning and nearer the first raise it, on every basis", () => {
  const bases = (["withVectors", "wordsOnly", "meaningOnly"] as const).flatMap((by) =>
    [false, true].map((message) => ({ by, message })),
  );
  for (const basis of bases) {
    const of = (some: Partial<RelevanceValues>): number => relevance(values(some), basis);
    const middle = of({ held: 0.5 });
    assert.ok(of({ held: 0.9 }) > middle, JSON.stringify(basis));
    assert.ok(of({ held: 0.5, behind: 0.2 }) < middle, JSON.stringify(basis));
    assert.ok(of({ held: 0.5, kindLacked: 1 }) < middle, JSON.stringify(basis));
    if (basis.by !== "wordsOnly") assert.ok(of({ held: 0.5, dense: 0.5 }) > middle, JSON.stringify(basis));
  }
});

test("a section is judged by weights of its own, and what is between a note and a section by something between", () => {
  const of = (length: number): number => {
    const odds = relevance(values({ held: 0.5, dense: 0.3, length }), BASIS);
    return Math.log(odds / (1 - odds));
  };
  const { constant, held, dense, length: weight } = RELEVANCE_WEIGHTS;
  const by = (column: 0 | 6, length: number): number =>
    constant[column] + 0.5 * held[column] + 0.3 * dense[column] + length * weight[column];
  // Up to 40 words, from 115 on, and in the middle.
  for (const [length, share] of [
    [0.6, 0],
    [0.75, 0],
    [0.85, 0.5],
    [0.95, 1],
    [1.2, 1],
  ] as const) {
    const expected = (1 - share) * by(0, length) + share * by(6, length);
    assert.ok(Math.abs(of(length) - expected) < 1e-9, `${length}`);
    const parts = Object.values(relevanceParts(values({ held: 0.5, dense: 0.3, length }), BASIS));
    assert.ok(Math.abs(parts.reduce((sum, { value, weight }) => sum + value * weight, 0) - expected) < 1e-9);
  }
});

test("nothing covers nothing; a hand-computed value; more hits cover more", () => {
  const hits = (...relevances: number[]): readonly CoveringHit[] =>
    relevances.map((relevance) => ({ relevance, message: false }));
  assert.equal(covering([]), 0);
  const any = 1 - 0.4 * 0.8;
  const { constant, weights } = COVERING;
  const odds = constant + weights.odds * Math.log(any / (1 - any));
  assert.ok(Math.abs(covering(hits(0.2, 0.6)) - 1 / (1 + Math.exp(-odds))) < 1e-12);
  assert.ok(covering(hits(0.6)) < covering(hits(0.6, 0.2)));
  // Five count: a long tail of the unlikely adds up to nothing.
  const tail = Array.from({ length: 50 }, () => 0.1);
  assert.equal(covering(hits(0.6, ...tail.slice(0, 4))), covering(hits(0.6, ...tail)));
  assert.ok(covering(hits(1)) > 0.9);
});

test("what matters is likely, and not far less likely than the best", () => {
  assert.deepEqual(
    [0.05, 0.15].map((one) => matters(one, 0.15)),
    [false, true],
  );
  assert.deepEqual(
    [0.25, 0.35].map((one) => matters(one, 1)),
    [false, true],
  );
});
