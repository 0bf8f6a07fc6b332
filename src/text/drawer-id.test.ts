import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compositeId, contentHash, drawerId } from "./content-hash.ts";

test("content hash is SHA-256 of the exact text", () => {
  assert.equal(contentHash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("different identities have different ids", () => {
  const identity = fc.record({
    source: fc.string(),
    path: fc.string(),
    breadcrumb: fc.array(fc.string()),
    contentHash: fc.constantFrom("a", "b", "1:a"),
    ordinal: fc.nat(3),
  });
  fc.assert(
    fc.property(identity, identity, (a, b) => {
      assert.match(drawerId(a), /^[0-9a-f]{32}$/);
      assert.equal(drawerId(a) === drawerId(b), JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

test("moving text between parts changes the id", () => {
  const rest = { contentHash: "h", ordinal: 0 };
  assert.notEqual(
    drawerId({ source: "ab", path: "c", breadcrumb: [], ...rest }),
    drawerId({ source: "a", path: "bc", breadcrumb: [], ...rest }),
  );
  assert.notEqual(
    drawerId({ source: "a", path: "b", breadcrumb: ["x", "y"], ...rest }),
    drawerId({ source: "a", path: "b", breadcrumb: ["x1:y"], ...rest }),
  );
});

test("the composite id is the one of memsearch", () => {
  // sha256("markdown:notes.md:1:3:ba7816bf8f01cfea:m") by another tool.
  assert.equal(
    compositeId({ source: "notes.md", startLine: 1, endLine: 3, contentHash: contentHash("abc"), model: "m" }),
    "aa46d4ce9038b18b",
  );
});
