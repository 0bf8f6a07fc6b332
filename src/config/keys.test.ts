import assert from "node:assert/strict";
import test from "node:test";
import { DEFAULT_RECALL } from "../retrieval/dependencies.ts";
import { allKeys, checkValue, parseText } from "./check-value.ts";
import { settingsInForce } from "./configuration.ts";

test("every default is allowed, and reads back from text", () => {
  for (const found of allKeys()) {
    const { default: value } = found.definition;
    assert.deepEqual(checkValue(found, value, { text: "default" }), value, found.key);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    assert.deepEqual(parseText(found.definition, text), value, found.key);
  }
});

test("section names have no underscore, or a variable could not be split", () => {
  for (const { section } of allKeys()) assert.match(section, /^[a-z]+$/);
});

test("what may be set without trust is harmless: no address, no scope, no secret, no server", () => {
  const harmless = allKeys()
    .filter(({ definition }) => definition.harmless === true)
    .map(({ key }) => key);
  assert.deepEqual(harmless, [
    "chunking.max_chunk_size",
    "chunking.max_message_size",
    "chunking.overlap_lines",
    "ingest.include",
    "ingest.exclude",
    "palace.wing",
    "palace.hall_keywords",
  ]);
});

test("defaults are those that evaluation chose", () => {
  const { recall } = settingsInForce();
  assert.deepEqual(
    [recall.mode, recall.fusion, recall.expansion, recall.pool, recall.activation_weight, recall.covered_threshold],
    [
      DEFAULT_RECALL.mode,
      DEFAULT_RECALL.fusion,
      DEFAULT_RECALL.expansion,
      DEFAULT_RECALL.pool,
      DEFAULT_RECALL.activationWeight,
      DEFAULT_RECALL.coveredThreshold,
    ],
  );
});
