import assert from "node:assert/strict";
import { test } from "node:test";
import { halves } from "./joined-spellings.ts";

test("a word in two, and figures apart from letters", () => {
  assert.ok(halves("healthcheck").some(([first, second]) => first === "health" && second === "check"));
  assert.deepEqual(halves("8gb"), [["8", "gb"]]);
  assert.deepEqual(halves("5w30"), [
    ["5", "w30"],
    ["5w", "30"],
  ]);
  assert.deepEqual(halves("cat"), []);
  assert.deepEqual(halves("x".repeat(100)), []);
});
