import assert from "node:assert/strict";
import { test } from "node:test";
import ignore from "ignore";
import { globFault } from "./check-value.ts";

test("a pattern that can match nothing is told why", () => {
  for (const [pattern, why] of [
    ["", /empty/],
    ["  ", /empty/],
    ["!", /empty/],
    ["./", /empty/],
    ["#notes", /comment/],
    ["[", /'\['/],
    ["notes/[ab", /'\['/],
    ["[]", /'\['/],
    ["[!]", /'\['/],
    ["[a\\]", /'\['/],
    ["{a", /'\{'/],
    ["{a,{b,c}", /'\{'/],
    ["a\\", /ends in/],
  ] as const) {
    assert.match(globFault(pattern) ?? "", why, pattern);
  }
});

test("what can match is no fault, and a character without its meaning isn't", () => {
  for (const [pattern, path] of [
    ["*.md", "a.md"],
    ["**/*.ts", "a/b.ts"],
    ["[ab]*", "axe"],
    ["[!a]*", "b"],
    ["[]a]", "]"],
    ["a]b}", "a]b}"],
    ["a{b}c", "a{b}c"],
    ["\\[slug].tsx", "[slug].tsx"],
    ["\\{a", "{a"],
    ["\\#a", "#a"],
    ["[{]a", "{a"],
    ["(draft)", "(draft)"],
    ["!keep.md", null],
    ["*.{ts,js}", null],
    ["{,a}b", null],
  ] as const) {
    assert.equal(globFault(pattern), null, pattern);
    if (path !== null) assert.ok(ignore().add(pattern).ignores(path), pattern);
  }
});
