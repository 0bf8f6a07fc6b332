import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../model/error.ts";
import type { SearchOptions } from "../model/search.ts";
import { checkOptions } from "./prepare.ts";

const ID = "c060c500b2ba6c32f2bce19617230981";

test("an option that isn't what its type says is refused by name, with what is allowed", () => {
  const cases: readonly (readonly [options: Record<string, unknown>, allowed: RegExp])[] = [
    [{ mode: "x" }, /hybrid, lexical, semantic/],
    [{ mode: "toString" }, /hybrid, lexical, semantic/],
    [{ fusion: "x" }, /learned, rrf, plain/],
    [{ fusion: ["rrf"] }, /learned, rrf, plain/],
    [{ groupBy: "x" }, /drawer, document/],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "800", 1n].map(
      (budgetTokens) => [{ budgetTokens }, /whole number from 1/] as const,
    ),
    ...[Number.NaN, "0.5", null].map((minScore) => [{ minScore }, /number/] as const),
    ...[["c060c500b2"], ["none"], [ID, ""], [5]].map((excludeIds) => [{ excludeIds }, /whole id.*32/s] as const),
    ...[0, 1.5, 1_001, "5", Symbol("5"), Object.create(null)].map(
      (limit) => [{ limit }, /whole number from 1 to 1000/] as const,
    ),
  ];
  for (const [options, allowed] of cases) {
    const [name] = Object.keys(options) as [string];
    assert.throws(
      () => checkOptions(options as SearchOptions),
      (error: unknown) =>
        error instanceof LociError &&
        error.code === "QUERY_INVALID" &&
        error.message.startsWith(`${name} `) &&
        allowed.test(`${error.message} ${error.hint}`),
      name,
    );
  }
});

test("what the types allow passes, and so does what is left out", () => {
  checkOptions({});
  checkOptions({ mode: null, fusion: null, groupBy: null } as unknown as SearchOptions);
  checkOptions({ mode: undefined, fusion: undefined } as unknown as SearchOptions);
  checkOptions({
    mode: "semantic",
    fusion: "rrf",
    groupBy: "drawer",
    budgetTokens: 1,
    minScore: Number.NEGATIVE_INFINITY,
    limit: 1_000,
    excludeIds: [ID],
  });
  checkOptions({ excludeIds: [] });
  checkOptions({ excludeIds: null } as unknown as SearchOptions);
});
