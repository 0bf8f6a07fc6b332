import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../error.ts";
import { checkRequest, readTexts } from "./check-request.ts";
import { SEARCH } from "./search.ts";

const ID = "c060c500b2ba6c32f2bce19617230981";

test("an option that isn't what its type says is refused by name, with what is allowed", () => {
  const cases: readonly (readonly [options: Record<string, unknown>, allowed: RegExp])[] = [
    [{ mode: "x" }, /hybrid, lexical, semantic/],
    [{ mode: "toString" }, /hybrid, lexical, semantic/],
    [{ fusion: "x" }, /learned, rrf, plain/],
    [{ fusion: ["rrf"] }, /learned, rrf, plain/],
    [{ groupBy: "x" }, /drawer, document/],
    [{ groupBy: null }, /drawer, document/],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "800", 1n, 1_000_001].map(
      (budgetTokens) => [{ budgetTokens }, /whole number from 1 to 1000000/] as const,
    ),
    ...[Number.NaN, "0.5", null].map((minScore) => [{ minScore }, /number/] as const),
    ...[["c060c500b2"], ["none"], [ID, ""]].map((excludeIds) => [{ excludeIds }, /whole id.*32/s] as const),
    [{ excludeIds: [5] }, /entry 1 of .excludeIds. is a number, not text/],
    ...[0, 1.5, 1_001, "5", Symbol("5"), Object.create(null)].map(
      (limit) => [{ limit }, /whole number from 1 to 1000/] as const,
    ),
  ];
  for (const [options, allowed] of cases) {
    const [name] = Object.keys(options) as [string];
    assert.throws(
      () => checkRequest(SEARCH, { query: "tea", ...options }),
      (error: unknown) =>
        error instanceof LociError &&
        error.code === "USAGE" &&
        error.message.includes(`'${name}'`) &&
        allowed.test(`${error.message} ${error.hint}`),
      name,
    );
  }
});

test("what the fields allow passes as it is, and so does what is left out; zero stays zero", () => {
  for (const request of [
    { query: "tea" },
    { query: "tea", mode: undefined, fusion: undefined },
    { query: "tea", minScore: 0, wing: [], excludeIds: [] },
    {
      query: "tea",
      mode: "semantic",
      fusion: "rrf",
      groupBy: "drawer",
      budgetTokens: 1,
      minScore: Number.NEGATIVE_INFINITY,
      limit: 1_000,
      excludeIds: [ID],
    },
  ])
    assert.equal(checkRequest(SEARCH, request), request);
});

test("ten thousand wrong entries are one fault, and only five are told", () => {
  const wrong = { limit: "x", wing: 3, hall: 3, room: 3, source: 3, type: 3, excludeChats: Array(90).fill(3) };
  assert.throws(
    () => checkRequest(SEARCH, wrong),
    (error: unknown) =>
      error instanceof LociError && (error.details["faults"] as { path: string }[]).length === 5 && error.hint !== "",
  );
});

test("what comes as text is read as its field says; what can't be read is refused by the check", () => {
  assert.deepEqual(readTexts(SEARCH, { limit: "5", minScore: "-1e3", explain: "true", wing: "a,b", limt: "1" }), {
    limit: 5,
    minScore: -1_000,
    explain: true,
    wing: "a,b",
    limt: "1",
  });
  assert.deepEqual(readTexts(SEARCH, { limit: "0x10", explain: "1", excludeChats: "a,,b" }), {
    limit: "0x10",
    explain: "1",
    excludeChats: ["a", "b"],
  });
});
