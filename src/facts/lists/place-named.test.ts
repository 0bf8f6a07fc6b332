import assert from "node:assert/strict";
import { test } from "node:test";
import { placeNamed } from "./place-named.ts";

test("a bare number within the list is a place; nothing else is", () => {
  assert.equal(placeNamed("3", 4), 3);
  for (const spelling of ["0", "5", "-1", "3rd", "three", "", "03", "9999999"]) assert.equal(placeNamed(spelling, 4), null, spelling);
});
