import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonText } from "./fields.ts";

/** The levels that a value is put under so that `JSON.stringify` can't write it. */
const DEEP = 50_000;

test("any value is written as JSON writes it; a sign stands for what is deeper than it can be", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      assert.equal(jsonText(JSON.parse(text)), JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 20 },
  );
  const deep = `${'[{"a":'.repeat(DEEP)}1${"}]".repeat(DEEP)}`;
  assert.equal(jsonText(JSON.parse(deep)), "[nested too deeply]");
});
