import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NEAR_DUPLICATE, textSimilarity } from "./near-duplicate.ts";

test("the same words in the same order are the same, whatever their case and punctuation", () => {
  assert.equal(textSimilarity("We use Clerk for logins.", "we use clerk, for logins", null), 1);
  assert.ok(
    textSimilarity("The staging database runs on port 5433.", "The staging database now runs on port 5433.", null) >
      NEAR_DUPLICATE,
  );
  assert.equal(textSimilarity("tea", "coffee", null), 0);
  assert.equal(textSimilarity("…", "…", null), 1);
});

test("a model knows other words for the same, but not another number, name or negation", () => {
  assert.equal(textSimilarity("We use Clerk for authentication.", "For authentication we use Clerk.", 0.98), 0.98);
  for (const [a, b] of [
    [
      "Staging listens on port 8080 in the new data centre since the move in May",
      "Staging listens on port 9090 in the new data centre since the move in May",
    ],
    ["Kai owes Mia a coffee", "Mia owes Kai a coffee"],
    [
      "We do use Redis in production for all of the sessions",
      "We do not use Redis in production for all of the sessions",
    ],
  ] as const) {
    assert.equal(textSimilarity(a, b, 0.99), NEAR_DUPLICATE, a);
  }
});

test("similarity is symmetric, 1 with itself, and within 0 and 1", () => {
  fc.assert(
    fc.property(
      fc.lorem({ maxCount: 12 }),
      fc.lorem({ maxCount: 12 }),
      fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null }),
      (a, b, cosine) => {
        const similarity = textSimilarity(a, b, cosine);
        assert.equal(similarity, textSimilarity(b, a, cosine));
        assert.ok(similarity >= 0 && similarity <= 1);
        assert.equal(textSimilarity(a, a, null), 1);
      },
    ),
  );
});
