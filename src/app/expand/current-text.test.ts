import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { locate } from "./current-text.ts";

test("a text is found at its place, or nearest to it, or not at all", () => {
  const drawer = { text: "tea", span: { start: 8, end: 11 }, lines: { start: 3, end: 3 } };
  assert.deepEqual(locate(drawer, "one\ntwo\ntea\n"), { span: { start: 8, end: 11 }, lines: { start: 3, end: 3 } });
  assert.deepEqual(locate(drawer, "one\ntwo\nnew\ntea\n"), {
    span: { start: 12, end: 15 },
    lines: { start: 4, end: 4 },
  });
  assert.deepEqual(locate(drawer, "tea\n......tea"), { span: { start: 10, end: 13 }, lines: { start: 2, end: 2 } });
  assert.equal(locate(drawer, "coffee"), null);
});

test("what is found is the exact text, wherever it went", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), fc.nat(50), (text, before, after, start) => {
      const found = locate({ text, span: { start, end: start + text.length }, lines: null }, before + text + after);
      return found !== null && (before + text + after).slice(found.span.start, found.span.end) === text;
    }),
  );
});
