import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RecordRing } from "./passage-reader.ts";
import { rounds } from "../../../../test/rounds.fixture.ts";

test("a ring gives what was set last, or nothing; what was set lately is there", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 1_000 }),
      fc.array(
        fc.record({
          place: fc.integer({ min: 0, max: 30 }).map((n) => n * 2 ** 20 + 7),
          text: fc.string({ unit: "grapheme", maxLength: 30 }),
        }),
        { maxLength: 120 },
      ),
      (bytes, writes) => {
        const ring = new RecordRing();
        ring.keepWithin(bytes);
        const last = new Map<number, string>();
        writes.forEach(({ place, text }, i) => {
          ring.set(place, text);
          last.set(place, text);
          for (const [known, expected] of last) {
            const found = ring.get(known);
            if (Buffer.byteLength(expected) + 12 <= bytes / 8) assert.ok(found === undefined || found === expected);
          }
          let sum = 0;
          for (let at = i; at >= 0; at--) {
            const { place: lately, text: said } = writes[at] as (typeof writes)[number];
            const size = Buffer.byteLength(said) + 12;
            if (size > bytes / 8) break;
            sum += size;
            if (sum > (bytes * 3) / 8) break;
            assert.notEqual(ring.get(lately), undefined);
          }
        });
      },
    ),
    { numRuns: rounds(300, 20) },
  );
});

test("a ring without room keeps nothing, and forgets what it had when the room changes", () => {
  const ring = new RecordRing();
  ring.set(1, "a");
  assert.equal(ring.get(1), undefined);
  ring.keepWithin(400);
  ring.set(1, "a");
  ring.set(2, "x".repeat(60));
  assert.deepEqual([ring.get(1), ring.get(2)], ["a", undefined]);
  ring.keepWithin(500);
  assert.equal(ring.get(1), undefined);
});

test("a ring takes memory as it is written, and what it kept stays when it takes more", () => {
  const ring = new RecordRing();
  const text = (i: number): string => `${i} `.repeat(300);
  ring.keepWithin(4_000_000);
  for (let i = 0; i < 3_000; i++) {
    ring.set(i, text(i));
    // At the least the newest three eighths; at first all.
    for (const known of [i, i - 40, i - 700].filter((one) => one >= 0)) assert.equal(ring.get(known), text(known));
  }
  assert.equal(ring.get(0), undefined);
});
