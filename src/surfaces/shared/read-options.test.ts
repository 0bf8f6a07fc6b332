import assert from "node:assert/strict";
import test from "node:test";
import { LociError } from "../../index.ts";
import { readOptions } from "./read-options.ts";
import { SEARCH_OPTIONS } from "./search-options.ts";

test("options may be spelt in three ways, and null means not given", () => {
  assert.deepEqual(
    readOptions(SEARCH_OPTIONS, { as_of: "2026-01-01", "budget-tokens": 100, groupBy: "document", wing: null }),
    {
      asOf: "2026-01-01",
      budgetTokens: 100,
      groupBy: "document",
    },
  );
});

for (const [what, raw, said] of [
  ["an unknown name", { limt: 3 }, "there is no option 'limt'"],
  ["a wrong type", { limit: "3" }, "limit must be a whole number from 1 to 1000"],
  ["a number out of range", { limit: 0 }, "limit must be a whole number from 1 to 1000"],
  ["a choice that is none", { mode: "fuzzy" }, "mode must be one of hybrid, lexical, semantic"],
  ["a list of something else", { wing: [1] }, "wing must be a string or a list of strings"],
  ["the caller, which comes from who asks", { caller: "owner" }, "there is no option 'caller'"],
] as const) {
  test(`${what} is refused`, () => {
    assert.throws(
      () => readOptions(SEARCH_OPTIONS, raw),
      (error) => error instanceof LociError && error.code === "USAGE" && error.message === said && error.hint !== "",
    );
  });
}
