import assert from "node:assert/strict";
import { test } from "node:test";
import { parseQuerySyntax } from "./query-syntax.ts";

test("phrases, exclusions and fields are taken out of a question", () => {
  const { free, phrases, excluded, fields } = parseQuerySyntax(
    'tea "gold tips" -green -"bag of dust" wing:kai room:"tea room"',
  );
  assert.equal(free.replace(/\s+/g, " "), "tea gold tips");
  assert.deepEqual(phrases, ["gold tips"]);
  assert.deepEqual(excluded, ["green", "bag of dust"]);
  assert.deepEqual(fields, [
    { field: "wing", value: "kai" },
    { field: "room", value: "tea room" },
  ]);
});

test("a hyphen inside a word, a URL and an unknown field are words", () => {
  for (const text of ["well-known facts", "see http://example.org/x-y", "error: not found", "a - b", "5 -3"]) {
    const { free, excluded, fields } = parseQuerySyntax(text);
    assert.deepEqual([excluded.filter((word) => word !== "3"), fields], [[], []], text);
    assert.ok(free.length > 0);
  }
});

test("flags of commands are words, not exclusions", () => {
  for (const text of ["git log -p", "docker run -it nginx", "psql -U app -c", "kill -9", "set -o pipefail"])
    assert.deepEqual([parseQuerySyntax(text).free, parseQuerySyntax(text).excluded], [text, []], text);
  assert.deepEqual(parseQuerySyntax('react -js -"a b"').excluded, ["js", "a b"]);
});

test("curly quotes make a phrase, an open quote doesn't", () => {
  assert.deepEqual(parseQuerySyntax("say “hello there” now").phrases, ["hello there"]);
  assert.deepEqual(parseQuerySyntax('say "hello there').phrases, []);
  assert.deepEqual(parseQuerySyntax("say “hello and “good night” now").phrases, ["good night"]);
});

test("a field whose value can't be read stays in the question as words", () => {
  const { free, fields, unread } = parseQuerySyntax("rent before:long room:flat", ({ value }) => value !== "long");
  assert.deepEqual(
    [free, fields, unread],
    ["rent before:long", [{ field: "room", value: "flat" }], [{ field: "before", value: "long" }]],
  );
});

test("a field behind a minus sign leaves its words out and is told, and a value in quotes is no phrase that must be there", () => {
  const { free, phrases, excluded, fields, negated } = parseQuerySyntax('rust -wing:docs -room:"tea room" -12:30');
  assert.deepEqual([free.trim(), phrases, fields], ["rust", [], []]);
  assert.deepEqual(excluded, ["wing:docs", "room:tea room", "12:30"]);
  assert.deepEqual(negated, [
    { field: "wing", value: "docs" },
    { field: "room", value: "tea room" },
  ]);
  assert.deepEqual(parseQuerySyntax("tea -green wing:kai").negated, []);
});

test("signs of other search engines are read as ours, or told", () => {
  assert.deepEqual(parseQuerySyntax("staging NOT production !legacy").excluded, ["production", "legacy"]);
  assert.deepEqual(parseQuerySyntax('staging NOT "old box"').excluded, ["old box"]);
  const stressed = parseQuerySyntax("why do NOT we deploy, you may NOT ask");
  assert.deepEqual([stressed.excluded, stressed.denied], [[], []]);
  const either = parseQuerySyntax('"gold tips" OR "bag of dust" AND tea');
  assert.deepEqual([either.free, either.phrases, either.either.length], ["gold tips bag of dust tea", [], 2]);
  assert.deepEqual(parseQuerySyntax("deploy* to a * b").starred, ["deploy*"]);
  assert.deepEqual(parseQuerySyntax("a != b, wow! !important").excluded, ["important"]);
  for (const quoted of ["„gold tips“", "«gold tips»", "« gold tips »", "「gold tips」", "『gold tips』"])
    assert.deepEqual(parseQuerySyntax(`tea ${quoted} cup`).phrases, ["gold tips"], quoted);
});
