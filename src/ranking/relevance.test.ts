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

test("nothing covers nothing; a hand-computed value; more hits cover more; a long passage covers more than a note as likely", () => {
  const hits = (length: number, ...relevances: number[]): readonly CoveringHit[] =>
    relevances.map((relevance) => ({ relevance, message: false, length }));
  assert.equal(covering([]), 0);
  const any = 1 - 0.4 * 0.8;
  const { constant, weights } = COVERING;
  const odds = constant + weights.odds * Math.log(any / (1 - any)) + weights.length * 0.5;
  assert.ok(Math.abs(covering(hits(0.5, 0.2, 0.6)) - 1 / (1 + Math.exp(-odds))) < 1e-12);
  assert.ok(covering(hits(0.5, 0.6)) < covering(hits(0.5, 0.6, 0.2)));
  // Five count: a long tail of the unlikely adds up to nothing.
  const tail = Array.from({ length: 50 }, () => 0.1);
  assert.equal(covering(hits(0.5, 0.6, ...tail.slice(0, 4))), covering(hits(0.5, 0.6, ...tail)));
  assert.ok(covering(hits(0.5, 1)) > 0.9);
  assert.ok(covering(hits(0.5, 0.3)) < covering(hits(1, 0.3)));
  // Of a message its neighbours say the rest: its own length tells nothing.
  const messages = (length: number): readonly CoveringHit[] => [{ relevance: 0.3, message: true, length }];
  assert.equal(covering(messages(0.5)), covering(messages(1)));
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
