import assert from "node:assert/strict";
import { test } from "node:test";
import { valueKey } from "./value-key.ts";

test("quotes, case, spaces and the marks at its ends make no other value", () => {
  for (const spelling of ["Reese's", " “Reese’s.” ", "«REESE'S»!", "reese's"])
    assert.equal(valueKey(spelling), "reese's");
  assert.equal(valueKey("a.  b"), "a. b");
  assert.equal(valueKey("..."), "...");
});

test("marks without end take linear time", () => {
  for (const mark of [".", ". ", "“", '"', "…"]) {
    const started = performance.now();
    valueKey(`a${mark.repeat(50_000)}a${mark.repeat(50_000)}`);
    assert.ok(performance.now() - started < 1_000, `${mark} took ${performance.now() - started} ms`);
  }
});
