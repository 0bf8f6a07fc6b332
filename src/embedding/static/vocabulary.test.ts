import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bundledTable } from "./bundled-table.fixture.ts";
import { Vocabulary } from "./model-file.ts";

const { vocabulary } = bundledTable();
const listed = readFileSync(new URL("../../../models/vocab.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

function find(text: string, continues: boolean): number {
  const units = Uint16Array.from(text, (c) => c.charCodeAt(0));
  let hash = Vocabulary.seed(continues);
  for (const unit of units) hash = Vocabulary.extend(hash, unit);
  return vocabulary.find(hash, units, 0, units.length, continues);
}

test("every listed token is found at its place, and nowhere else", () => {
  assert.equal(vocabulary.size, listed.length);
  for (const [id, token] of listed.entries()) {
    const continues = token.length > 2 && token.startsWith("##");
    assert.equal(vocabulary.token(id), token);
    assert.equal(find(continues ? token.slice(2) : token, continues), id);
  }
});

test("what isn't listed isn't found", () => {
  const starts = new Set(listed.filter((token) => !token.startsWith("##")));
  const continued = new Set(listed.filter((token) => token.startsWith("##")).map((token) => token.slice(2)));
  for (const token of listed) {
    const reversed = [...token].reverse().join("");
    if (!starts.has(reversed)) assert.equal(find(reversed, false), -1, reversed);
    if (!continued.has(reversed)) assert.equal(find(reversed, true), -1, reversed);
  }
});
