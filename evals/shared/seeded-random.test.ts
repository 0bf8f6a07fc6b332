import assert from "node:assert/strict";
import test from "node:test";
import { seededRandom } from "./report.ts";

test("the same seed gives the same numbers, for ever: recorded reports and made-up data depend on them", () => {
  const draw = (seed: number): readonly number[] => Array.from({ length: 2 }, seededRandom(seed));
  assert.deepEqual(draw(7), [0.011704753153026104, 0.06195825757458806]);
  assert.notDeepEqual(draw(8), draw(7));
  const many = Array.from({ length: 10_000 }, seededRandom(1));
  assert.ok(many.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(many.reduce((sum, value) => sum + value, 0) / many.length - 0.5) < 0.01);
});
