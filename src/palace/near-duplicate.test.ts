import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NEAR_DUPLICATE, standsIn, textSimilarity } from "./near-duplicate.ts";

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

test("a text that stands whole in a longer one is found there, and no part of a word or of a shorter phrase is", () => {
  const file =
    "# Auth migration\n\n## Decision\n\nKai recommended Clerk. We will move **all logins** to Clerk before March.\n";
  assert.equal(standsIn("We will move all logins to Clerk before March", file), true);
  assert.equal(standsIn("we will move all logins to Clerk before Marc", file), false);
  assert.equal(standsIn("We will not move all logins to Clerk before March.", file), false);
  assert.equal(standsIn("to Clerk", file), false);
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 4, maxLength: 30 }),
      fc.nat(),
      fc.nat(),
      (all, a, b) => {
        const from = a % (all.length - 3);
        const to = from + 4 + (b % (all.length - from - 3));
        assert.equal(standsIn(all.slice(from, to).join(" "), all.join(", ")), true);
      },
    ),
  );
});
