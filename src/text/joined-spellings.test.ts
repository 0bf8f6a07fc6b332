import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedSpellings } from "./joined-spellings.ts";
import { assertLinear } from "./linear.fixture.ts";

const terms = (text: string): readonly string[] => joinedSpellings(text).map(({ term }) => term);

test("words that others write as one, names as other code writes them, letters as others type them", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["deployment check list", ["deploymentcheck", "checklist"]],
    ["an e-mail", ["email"]],
    ["8.5 km", ["8.5km"]],
    ["TP 1365", ["tp1365"]],
    ["2,000 writes", ["2000"]],
    ["lastSeenAt", ["lastseenat", "last_seen_at", "last-seen-at"]],
    ["retry_after", ["retryaft", "retry_after"]],
    ["Kuendigung", ["kundigung"]],
    ["Schröder", ["schroeder"]],
    ["in to the 2 3", []],
    ["东京 大阪", []],
    ["", []],
  ];
  for (const [text, expected] of cases)
    for (const term of expected) assert.ok(terms(text).includes(term), `${text}: ${terms(text).join(" ")}`);
  assert.deepEqual(joinedSpellings("in to the 2 3"), []);
  assert.deepEqual(joinedSpellings("one, two"), []);
});

test("a spelling says in whose place it would stand", () => {
  const of = (text: string, term: string): readonly string[] | undefined =>
    joinedSpellings(text).find((one) => one.term === term)?.of;
  assert.deepEqual(of("green check list", "checklist"), ["check", "list"]);
  assert.deepEqual(of("lastSeenAt", "last_seen_at")?.includes("lastseenat"), true);
  assert.deepEqual(of("Kuendigung", "kundigung"), ["kuendigung"]);
});

test("any text takes linear time", async () => {
  for (const unit of ["a-", "aB", "1.", "ä", "a b ", "_", "a", "中"]) {
    await assertLinear(unit, 5_000, (n) => joinedSpellings(unit.repeat(n)));
  }
});
