import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedSpellings, nearSpellings, halves } from "./spellings.ts";
import { assertLinear } from "./linear.fixture.ts";
import { stem } from "./stem.ts";

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

test("a typing error is undone, with the few likeliest spellings first", () => {
  const cases: readonly [string, string, number][] = [
    ["failiure", "failure", 0],
    ["musuem", "museum", 0],
    ["rechnungen", "rechnung", 0],
    ["commitee", "committee", 1],
    ["lindquist", "lindqvist", 1],
    ["помидор", "помидоры", 1],
  ];
  for (const [wrong, right, list] of cases) assert.ok(nearSpellings(wrong)[list]?.includes(stem(right)), wrong);
});

test("short words, words with figures and scripts without an alphabet have none", () => {
  for (const word of ["cat", "e0382", "東京", "", "x".repeat(30)]) assert.deepEqual(nearSpellings(word).flat(), []);
});

test("none is the word itself, and none stands twice", () => {
  for (const list of nearSpellings("accordion")) {
    assert.equal(new Set(list).size, list.length);
    assert.ok(!list.includes(stem("accordion")));
  }
});

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
