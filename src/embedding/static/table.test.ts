import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { layNeighbours, layTable } from "./table.ts";
import { bundledTable, fileOf, modelPath } from "./bundled-table.fixture.ts";
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
  assert.equal(rows.bytes.length, tokens.size * dimension);
  const all = data.subarray(data.length - rows.bytes.length);
  const ids = [4_000, 7, 30_521, 7];
  rows.take(ids);
  rows.take([4_000]);
  for (let id = 0; id < tokens.size; id++) {
    const from = id * dimension;
    const expected = ids.includes(id) ? all.subarray(from, from + dimension) : new Uint8Array(dimension);
    assert.ok(Buffer.from(expected).equals(rows.bytes.subarray(from, from + dimension)));
  }
  rows.take(Array.from({ length: 1_000 }, (_, i) => 2_000 + i));
  assert.ok(all.equals(rows.bytes));
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
