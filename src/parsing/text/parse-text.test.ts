import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertExact } from "../assert-exact.fixture.ts";
import { parseText } from "./parse-text.ts";

test("one section, a block a paragraph", () => {
  const text = "\r\none\r\nmore\r\n \r\ntwo";
  const { sections } = parseText({ text, path: "a.txt" });
  assert.equal(sections.length, 1);
  assert.equal(sections[0]?.elementType, "paragraph");
  assert.deepEqual(
    sections[0]?.blocks.map(({ span }) => text.slice(span.start, span.end)),
    ["one\r\nmore\r\n", "two"],
  );
});

test("exact on any text; none for the empty one", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab \n\r\t😀\0\v") }), (text) =>
      assertExact(text, parseText({ text, path: "" })),
    ),
  );
  assert.deepEqual(parseText({ text: "", path: "" }).sections, []);
});
