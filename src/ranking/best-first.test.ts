import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bestFirst } from "./best-first.ts";

test("the highest comes first, and equals as they are told to", () => {
  assert.deepEqual([...bestFirst(Float64Array.of(0.2, 0.7, 0.2), (a, b) => a > b)], [1, 2, 0]);
  assert.deepEqual([...bestFirst(new Float64Array(0), () => false)], []);
});

test("rows are in the order that Array.sort puts them in", () => {
  // Few values, so that many tie; names in no order of rows.
  const columns = fc
    .array(fc.record({ score: fc.integer({ min: -3, max: 3 }).map((tenths) => tenths / 10), name: fc.string() }), {
      maxLength: 300,
    })
    .map((rows) => rows.filter(({ name }, i) => rows.findIndex((one) => one.name === name) === i));
  fc.assert(
    fc.property(columns, (rows) => {
      const named = (row: number): { readonly score: number; readonly name: string } =>
        rows[row] as (typeof rows)[number];
      const ordered = bestFirst(
        Float64Array.from(rows, ({ score }) => score),
        (a, b) => named(a).name < named(b).name,
      );
      assert.deepEqual(
        [...ordered],
        rows
          .map((_, row) => row)
          .sort((a, b) => named(b).score - named(a).score || (named(a).name < named(b).name ? -1 : 1)),
      );
    }),
  );
});
