import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { standardise } from "./vector.ts";

test("any increasing affine change of a model's cosines leaves the standardised ones as they were", () => {
  const cosine = fc.double({ min: -0.9, max: 1, noNaN: true }).filter((value) => Math.abs(value) > 1e-6);
  fc.assert(
    fc.property(
      cosine,
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      fc.double({ min: -0.2, max: 0.9, noNaN: true }),
      (value, slope, shift) => {
        const changed = shift + slope * value;
        fc.pre(Math.abs(changed) > 1e-6);
        const before = standardise(value, { mean: 0.07, deviation: 0.09 });
        const after = standardise(changed, { mean: shift + slope * 0.07, deviation: slope * 0.09 });
        assert.ok(Math.abs(before - after) < 1e-9);
      },
    ),
  );
  assert.equal(standardise(0, { mean: 0.7, deviation: 0.02 }), 0, "no vector");
});
