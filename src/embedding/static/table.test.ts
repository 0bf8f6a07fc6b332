import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { layNeighbours } from "./neighbours.ts";
import { layTable } from "./table.ts";

const models = new URL("../../../models/", import.meta.url);
const data = readFileSync(new URL("static-256.bin", models));
const vocabulary = readFileSync(new URL("vocab.txt", models), "utf8");
const near = readFileSync(new URL("neighbours-256.bin", models));
const unavailable = { code: "MODEL_UNAVAILABLE" };

test("the identity in the file is the hash of what it holds", () => {
  const hash = createHash("sha256").update(data.subarray(64)).update(vocabulary).digest("hex");
  assert.equal(layTable(data, vocabulary, "f").identity, hash);
});

test("the files' checksums are those in the README", () => {
  const readme = readFileSync(new URL("README.md", models), "utf8");
  for (const content of [data, vocabulary, near])
    assert.ok(readme.includes(createHash("sha256").update(content).digest("hex")));
});

test("a table views the file and copies nothing", () => {
  const table = layTable(data, vocabulary, "f");
  assert.equal(table.words.buffer, data.buffer);
  assert.equal(table.words.length * 4, table.vocabulary.size * table.dimension);
});

test("another kind of file, another version, a cut file and another vocabulary are told apart from a model", () => {
  const newer = Uint8Array.from(data);
  newer[8] = 2;
  assert.throws(() => layTable(near, vocabulary, "f"), unavailable);
  assert.throws(() => layTable(newer, vocabulary, "f"), unavailable);
  assert.throws(() => layTable(new Uint8Array(), vocabulary, "f"), unavailable);
  assert.throws(() => layTable(data.subarray(0, data.length - 1), vocabulary, "f"), unavailable);
  assert.throws(() => layTable(data, `${vocabulary}more\n`, "f"), unavailable);
});

test("neighbours of another table are refused", () => {
  assert.throws(() => layNeighbours(near, "0".repeat(64), "f"), unavailable);
});
