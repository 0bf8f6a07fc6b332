import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineTable } from "./line-table.ts";

test("lines end at every kind of break; nothing behind the last break is no line", () => {
  assert.deepEqual(lineTable("a\nb\r\nc\rd").starts, [0, 2, 5, 7]);
  assert.deepEqual(lineTable("a\n").starts, [0]);
  assert.deepEqual(lineTable("").starts, [0]);
  assert.deepEqual(lineTable("a\nb\nc").linesOf({ start: 0, end: 4 }), { start: 1, end: 2 });
});

test("as counting breaks before the offset", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n") }), fc.nat(30), (text, at) => {
      const offset = Math.min(at, Math.max(0, text.length - 1));
      // A break belongs to the line that it ends.
      const before = text.slice(0, offset).replace(text.slice(offset - 1, offset + 1) === "\r\n" ? /\r$/ : /(?!)/, "");
      assert.equal(lineTable(text).lineAt(offset), (before.match(/\r\n|\n|\r/g) ?? []).length);
    }),
  );
});
