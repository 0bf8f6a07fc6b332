import assert from "node:assert/strict";
import { test } from "node:test";
import { rateLimiter } from "./rate-limiter.ts";

test("a burst, then the rate; each key for itself", () => {
  let now = 0;
  const allows = rateLimiter(10, 3, () => now);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => allows("a")),
    [true, true, true, false],
  );
  assert.ok(allows("b"));
  now = 100;
  assert.deepEqual([allows("a"), allows("a")], [true, false]);
  now = 10_000;
  assert.deepEqual(
    [1, 2, 3, 4].map(() => allows("a")),
    [true, true, true, false],
  );
});

test("many keys are forgotten when they are full again, none that is not", () => {
  let now = 0;
  const allows = rateLimiter(1, 1, () => now);
  assert.ok(allows("spent"));
  for (let i = 0; i < 5_000; i++) allows(`key ${i}`);
  assert.ok(!allows("spent"));
  now = 1_000;
  assert.ok(allows("spent"));
});
