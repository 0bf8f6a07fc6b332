import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assembleKernel } from "../../wasm/assemble.fixture.ts";
import { SUM_KERNEL_MODULE } from "./sum-kernel.module.ts";
import { sumKernel } from "./provider.ts";
import { sumRows } from "./provider.ts";

const TOKENS = 50;

test("the module is what its source assembles to", async () => {
  assert.equal(Buffer.from(await assembleKernel("embedding/static/sum-kernel")).toString("base64"), SUM_KERNEL_MODULE);
});

test("the kernel's sums have the bits of the scalar ones", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(16, 64, 256),
      fc.infiniteStream(fc.integer({ min: -128, max: 127 })),
      fc.infiniteStream(fc.float({ noNaN: true, min: 0, max: 10 })),
      fc.array(fc.nat(TOKENS - 1), { maxLength: 300 }),
      (dimension, components, factors, list) => {
        const rows = Int8Array.from({ length: TOKENS * dimension }, () => components.next().value as number);
        const table = {
          dimension,
          words: new Int32Array(rows.buffer),
          scales: Float32Array.from({ length: TOKENS }, () => factors.next().value as number),
        };
        const ids = Uint16Array.from(list);
        const [fast, slow] = [new Float64Array(dimension).fill(7), new Float64Array(dimension).fill(7)];
        const kernel = sumKernel(table);
        assert.ok(kernel !== null);
        kernel(ids, fast);
        sumRows(table, ids, slow);
        assert.deepEqual(fast, slow);
      },
    ),
  );
});

test("a text of more tokens than there is room for, and a table of another width", () => {
  const table = { dimension: 16, words: new Int32Array(8).fill(0x01010101), scales: Float32Array.of(1, 2) };
  const sum = new Float64Array(16);
  sumKernel(table)?.(new Uint16Array(40_000).fill(1), sum);
  assert.deepEqual([...sum], new Array(16).fill(80_000));
  assert.equal(sumKernel({ ...table, dimension: 8 }), null);
});
