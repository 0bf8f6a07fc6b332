import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "./bundled-table.fixture.ts";
import { sumRows } from "./provider.ts";

test("rows are scaled and added, component by component", () => {
  const rows = Int8Array.of(1, -2, 3, -4, 127, -127, 0, 5, 9, 9, 9, 9);
  const table = { dimension: 4, rows: rowsOf(rows, 4), scales: Float32Array.of(0.5, 2, 1) };
  const sum = Float64Array.of(7, 7, 7, 7);
  sumRows(table, Uint16Array.of(0, 1, 0), sum);
  assert.deepEqual([...sum], [1 + 254, -2 - 254, 3, -4 + 10]);
});

test("no tokens, no vector", () => {
  const sum = Float64Array.of(1, 2, 3, 4);
  sumRows({ dimension: 4, rows: rowsOf(new Int8Array(4), 4), scales: new Float32Array(1) }, new Uint16Array(), sum);
  assert.deepEqual([...sum], [0, 0, 0, 0]);
});
