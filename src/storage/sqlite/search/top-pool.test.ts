import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Segment } from "../segment/segment.ts";
import { Numbers, TopPool } from "./top-pool.ts";
import { rounds } from "../../../../test/rounds.fixture.ts";

test("keeps the best, ties by ascending id, whatever the order of the offers", () => {
  const value = fc.constantFrom(1, 2, 2.5, 3, Number.NEGATIVE_INFINITY);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 255 })), { maxLength: 60 }),
      fc.integer({ min: 0, max: 12 }),
      (offers, capacity) => {
        // Ids: the byte given, then what makes them differ.
        const perSegment = [0, 1, 2].map((s) =>
          offers.flatMap((offer, i) => (offer[1] === s ? [{ value: offer[0], lead: offer[2], i }] : [])),
        );
        const segments = perSegment.map((drawers) => {
          const ids = Buffer.alloc(drawers.length * 16);
          drawers.forEach(({ lead, i }, o) => {
            ids[o * 16] = lead;
            ids[o * 16 + 15] = i;
          });
          const idOf = (o: number) => ids.subarray(o * 16, (o + 1) * 16);
          const compareIds = (o: number, others: { idOf: typeof idOf }, other: number) =>
            Buffer.compare(idOf(o), others.idOf(other));
          return { drawers: drawers.length, idOf, compareIds } as unknown as Segment;
        });
        const pool = new TopPool(capacity, segments, new Numbers());
        const next = [0, 0, 0];
        const all = offers.map(([one, s, lead], i) => {
          const ordinal = next[s] as number;
          next[s] = ordinal + 1;
          pool.offer(one, s, ordinal);
          return { one, lead, i, segment: s, ordinal };
        });
        const expected = all
          .sort((a, b) => (a.one === b.one ? a.lead - b.lead || a.i - b.i : b.one - a.one))
          .slice(0, capacity);
        assert.deepEqual(
          pool.ordered(),
          expected.map(({ segment, ordinal }) => ({ segment, ordinal })),
        );
      },
    ),
    { numRuns: rounds(500, 33) },
  );
});

test("arrays out of one memory are zero, and none is written over by another", () => {
  const sizes = fc.array(fc.record({ wide: fc.boolean(), count: fc.integer({ min: 0, max: 20_000 }) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(sizes, (asked) => {
      const numbers = new Numbers();
      const arrays = asked.map(({ wide, count }, i) => {
        const array = wide ? numbers.doubles(count) : numbers.integers(count);
        assert.equal(array.length, count);
        assert.ok(array.every((value) => value === 0));
        return array.fill(i + 1);
      });
      arrays.forEach((array, i) => assert.ok(array.every((value) => value === i + 1)));
    }),
    { numRuns: 50 },
  );
});
