import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonText } from "./fields.ts";

/** The levels that a value is put under so that `JSON.stringify` can't write it. */
const DEEP = 50_000;

test("any value is written as JSON writes it, also at the bottom of what JSON can't write", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const written = JSON.stringify(JSON.parse(text));
      assert.equal(jsonText(JSON.parse(text)), written);
      const deep = `${'[{"a":'.repeat(DEEP)}${written}${"}]".repeat(DEEP)}`;
      assert.equal(jsonText(JSON.parse(deep)), deep);
    }),
    { numRuns: 20 },
  );
});
