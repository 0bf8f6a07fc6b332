import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { type Dot, settle } from "../../web/views/settle.ts";
import { rounds } from "../rounds.fixture.ts";

/** Dots in the spiral in which a drawing begins. */
const spiral = (count: number): Dot[] =>
  Array.from({ length: count }, (_, i) => ({
    x: Math.cos(i * 2.4) * 9 * Math.sqrt(i),
    y: Math.sin(i * 2.4) * 9 * Math.sqrt(i),
    pull: i === 0 ? [0.4, 0.4] : [0.03, 0.09],
  }));

test("a drawing settles: dots stand apart and not far off, what is tied stands nearer, and the same is drawn the same", () => {
  const graphs = fc.integer({ min: 2, max: 50 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      ties: fc.uniqueArray(
        fc.tuple(fc.nat(count - 2), fc.nat(count - 2)).map(([a, b]) => [a, Math.max(a, b) + 1] as const),
        { maxLength: 80, selector: String },
      ),
    }),
  );
  fc.assert(
    fc.property(graphs, ({ count, ties }) => {
      const [dots, again] = [spiral(count), spiral(count)];
      settle(dots, ties);
      settle(again, ties);
      assert.deepEqual(dots, again);
      for (const [i, a] of dots.entries()) {
        assert.ok(Math.hypot(a.x, a.y) < 1_000, `dot ${i} flew off`);
        for (const b of dots.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 16, "two dots touch");
      }
    }),
    { numRuns: rounds(60, 8) },
  );
  const star = spiral(12);
  settle(
    star,
    [1, 2, 3].map((leaf) => [0, leaf] as const),
  );
  const away = star.slice(1).map(({ x, y }) => Math.hypot(x - (star[0]?.x ?? 0), y - (star[0]?.y ?? 0)));
  assert.ok(Math.max(...away.slice(0, 3)) < Math.min(...away.slice(3)), "what is tied to the middle stands nearest");
});
