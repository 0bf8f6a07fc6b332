import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { layNeighbours, layTable } from "./table.ts";
import { bundledTable, fileOf, modelPath, rowsOf } from "./bundled-table.fixture.ts";
import { modelFile } from "./model-file.ts";

const models = new URL("../../../models/", import.meta.url);
const data = readFileSync(new URL("static-256.bin", models));
const vocabulary = readFileSync(new URL("vocab.txt", models), "utf8");
const near = readFileSync(new URL("neighbours-256.bin", models));
const unavailable = { code: "MODEL_UNAVAILABLE" };

test("the identity in the file is the hash of what it holds", () => {
  const hash = createHash("sha256").update(data.subarray(64)).update(vocabulary).digest("hex");
  assert.equal(layTable(fileOf(data), vocabulary).identity, hash);
});

test("the files' checksums are those in the README", () => {
  const readme = readFileSync(new URL("README.md", models), "utf8");
  for (const content of [data, vocabulary, near])
    assert.ok(readme.includes(createHash("sha256").update(content).digest("hex")));
});

test("rows stand where they were taken, and only they, until they are many", () => {
  const { rows, dimension, vocabulary: tokens } = bundledTable();
  const { length } = rows.values;
  assert.equal(length, tokens.size * dimension);
  const bytes = new Uint8Array(rows.values.buffer, 0, length);
  const all = data.subarray(data.length - length);
  const ids = [4_000, 7, 30_521, 7];
  rows.take(ids);
  rows.take([4_000]);
  for (let id = 0; id < tokens.size; id++) {
    const from = id * dimension;
    const expected = ids.includes(id) ? all.subarray(from, from + dimension) : new Uint8Array(dimension);
    assert.ok(Buffer.from(expected).equals(bytes.subarray(from, from + dimension)));
  }
  rows.take(Array.from({ length: 1_000 }, (_, i) => 2_000 + i));
  assert.ok(all.equals(bytes));
});

test("a file that another one has taken the place of, or that is gone, is not read on", () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-model-"));
  try {
    const path = join(folder, "static.bin");
    writeFileSync(path, data);
    const { rows } = layTable(modelFile(path), vocabulary);
    rows.take([1]);
    writeFileSync(path, Buffer.from(data).fill(1, 32, 64));
    for (let again = 0; again < 2; again++) assert.throws(() => rows.take([2]), unavailable);
    rmSync(path);
    assert.throws(() => rows.take([3]), unavailable);
    assert.throws(() => modelFile(modelPath("none.bin")), unavailable);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("rows are scaled and added, component by component; no tokens, no vector", () => {
  const rows = rowsOf(Int8Array.of(1, -2, 3, -4, 127, -127, 0, 5, 9, 9, 9, 9), 4);
  const scales = Float32Array.of(0.5, 2, 1);
  assert.deepEqual([...rows.sum(Uint16Array.of(0, 1, 0), scales)], [1 + 254, -2 - 254, 3, -4 + 10]);
  assert.deepEqual([...rows.sum(new Uint16Array(), scales)], [0, 0, 0, 0]);
});

test("sums are those of scalar JavaScript, bit for bit, and so are products but for their rounding", () => {
  const component = fc.integer({ min: -128, max: 127 });
  fc.assert(
    fc.property(
      fc.constantFrom(4, 20, 32, 256),
      fc.infiniteStream(component),
      fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 }),
      fc.infiniteStream(fc.nat()),
      fc.constantFrom(1, 2, 511, 512, 513, 1_300),
      (dimension, components, weights, choices, count) => {
        const bytes = Int8Array.from({ length: weights.length * dimension }, () => components.next().value as number);
        const scales = Float32Array.from(weights);
        const ids = Uint16Array.from({ length: count }, () => (choices.next().value as number) % weights.length);
        const sum = new Float64Array(dimension);
        for (const id of ids)
          for (let d = 0; d < dimension; d++)
            sum[d] = (sum[d] as number) + (scales[id] as number) * (bytes[id * dimension + d] as number);
        const rows = rowsOf(bytes, dimension);
        assert.deepEqual(rows.sum(ids, scales), sum);
        // Behind a sum, whose memory products use too.
        const by = Float32Array.from({ length: dimension }, () => (components.next().value as number) / 128);
        for (const [i, product] of rows.multiply([...ids], by).entries()) {
          const row = bytes.subarray((ids[i] as number) * dimension);
          const expected = by.reduce((all, value, d) => all + value * (row[d] as number), 0);
          assert.ok(Math.abs(product - expected) < 1e-9, `${product} is not ${expected}`);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("another kind of file, another version, a cut file and another vocabulary are told apart from a model", () => {
  const newer = Uint8Array.from(data);
  newer[8] = 2;
  assert.throws(() => layTable(fileOf(near), vocabulary), unavailable);
  assert.throws(() => layTable(fileOf(newer), vocabulary), unavailable);
  assert.throws(() => layTable(fileOf(new Uint8Array()), vocabulary), unavailable);
  assert.throws(() => layTable(fileOf(data.subarray(0, data.length - 1)), vocabulary), unavailable);
  assert.throws(() => layTable(fileOf(data), `${vocabulary}more\n`), unavailable);
});

test("neighbours of another table are refused", () => {
  assert.throws(() => layNeighbours(fileOf(near), "0".repeat(64)), unavailable);
});
