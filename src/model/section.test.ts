import assert from "node:assert/strict";
import { test } from "node:test";
import { partName, wholeName } from "./section.ts";

test("a part's name and back", () => {
  assert.equal(partName("Ownership", 2), "Ownership (part 2)");
  assert.equal(wholeName("Ownership (part 2)"), "Ownership");
  assert.equal(wholeName("Parts (partly)"), "Parts (partly)");
});
