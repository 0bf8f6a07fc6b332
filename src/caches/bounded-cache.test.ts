import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BoundedCache } from "./bounded-cache.ts";

const key = fc.integer({ min: 0, max: 9 });
const step = fc.oneof(
  fc.record({ what: fc.constant("get" as const), key }),
  fc.record({ what: fc.constant("set" as const), key, weight: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ what: fc.constant("delete" as const), key }),
);

test("what it gives is what was last set, and nothing larger than half of its bound", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), fc.integer({ min: 0, max: 30 }), (steps, bound) => {
      const cache = new BoundedCache<number, { readonly weight: number }>(bound);
      const expected = new Map<number, { readonly weight: number }>();
      for (const taken of steps) {
        if (taken.what === "get") {
          const found = cache.get(taken.key);
          if (found !== undefined) assert.equal(found, expected.get(taken.key));
        } else if (taken.what === "set") {
          const value = { weight: taken.weight };
          cache.set(taken.key, value, taken.weight);
          expected.set(taken.key, value);
        } else {
          cache.delete(taken.key);
          expected.delete(taken.key);
        }
      }
      const held = Array.from({ length: 10 }, (_, k) => cache.get(k)).filter((value) => value !== undefined);
      assert.ok(held.every(({ weight }) => weight <= bound / 2));
    }),
  );
});

test("the newest half of the bound is always kept, and what was used long ago is not", () => {
  const cache = new BoundedCache<number, number>(20);
  for (let i = 0; i < 100; i++) {
    cache.set(i, i);
    for (let j = Math.max(0, i - 9); j <= i; j++) assert.equal(cache.get(j), j);
  }
  const kept = Array.from({ length: 100 }, (_, i) => cache.get(i)).filter((value) => value !== undefined);
  assert.ok(kept.length <= 20, `${kept.length} are kept`);
  assert.equal(cache.get(0), undefined);
});

test("an entry set again weighs once; one of more than half of the bound is not kept", () => {
  const cache = new BoundedCache<string, number>(4);
  for (let i = 0; i < 50; i++) cache.set("same", i, 1);
  cache.set("other", 1, 1);
  assert.deepEqual([cache.get("same"), cache.get("other")], [49, 1]);
  cache.set("too large", 1, 3);
  assert.equal(cache.get("too large"), undefined);
  cache.set("fits", 1, 2);
  assert.equal(cache.get("fits"), 1);
});
