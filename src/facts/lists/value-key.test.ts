import assert from "node:assert/strict";
import { test } from "node:test";
import { valueKey } from "./apply-operation.ts";
import { assertLinear } from "../../text/linear.fixture.ts";

test("quotes, case, spaces and the marks at its ends make no other value", () => {
  for (const spelling of ["Reese's", " “Reese’s.” ", "«REESE'S»!", "reese's"])
    assert.equal(valueKey(spelling), "reese's");
  assert.equal(valueKey("a.  b"), "a. b");
  assert.equal(valueKey("..."), "...");
});

test("marks without end take linear time", async () => {
  for (const mark of [".", ". ", "“", '"', "…"]) {
    await assertLinear(mark, 50_000, (n) => valueKey(`a${mark.repeat(n)}a${mark.repeat(n)}`));
  }
});
