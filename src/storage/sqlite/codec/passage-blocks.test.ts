import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonItems } from "./passage-blocks.ts";

test("each item parses to what the array holds", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom('"', "\\", ",", "[", "]", "{", "}", "a"), { maxLength: 12 })
      .map((units) => units.join("")),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text, tie("value"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (items) => {
      const json = JSON.stringify(items);
      assert.deepEqual(
        jsonItems(json).map((item) => JSON.parse(item)),
        JSON.parse(json),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("a text that is cut off ends", () => {
  const json = JSON.stringify(['a"b', [1, '\\"']]);
  for (let end = 0; end < json.length; end++) jsonItems(json.slice(0, end));
});
