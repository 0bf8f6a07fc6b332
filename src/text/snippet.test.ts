import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { indexTerms, termFinder } from "./analyzer.ts";
import { snippet } from "./snippet.ts";
import { assertLinear } from "./linear.fixture.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const terms = (text: string): ReadonlySet<string> => new Set(indexTerms(text));

test("a short text is shown whole, with its matches", () => {
  const shown = snippet("Green teas and tea", termFinder(terms("tea")), 100);
  assert.equal(shown.text, "Green teas and tea");
  assert.deepEqual(
    shown.matches.map(({ start, end }) => shown.text.slice(start, end)),
    ["teas", "tea"],
  );
});

test("the window with the most distinct terms wins", () => {
  const filler = "Nothing of note stands in this sentence. ".repeat(20);
  const shown = snippet(
    `Tea, tea, tea. ${filler}We drank green tea in Kyoto. ${filler}`,
    termFinder(terms("green tea kyoto")),
    120,
  );
  assert.match(shown.text, /^…We drank green tea in Kyoto\. .*…$/s);
});

test("without a match it is the head", () => {
  const shown = snippet("One two three. ".repeat(50), termFinder(terms("zebra")), 60);
  assert.ok(shown.text.startsWith("One two three. ") && shown.text.endsWith("…"));
  assert.deepEqual(shown.matches, []);
});

test("bounded, verbatim between the ellipses, matches inside and on the right words", () => {
  const word = fc.constantFrom(
    "tea",
    "teas",
    "green",
    "a",
    "snake_case",
    "漢字かな",
    "😀",
    "\n\n",
    "end.",
    "Why?",
    "x".repeat(70),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 120 }), fc.integer({ min: 8, max: 200 }), (list, size) => {
      const text = list.join(" ");
      const query = terms("tea green snake_case 漢字");
      const shown = snippet(text, termFinder(query), size);
      assert.ok(shown.text.length <= size);
      assert.ok(text.includes(shown.text.replace(/^…/, "").replace(/…$/, "")));
      assert.ok(shown.text.isWellFormed());
      let end = 0;
      for (const match of shown.matches) {
        assert.ok(match.start >= end && match.end <= shown.text.length);
        end = match.end;
        assert.ok(indexTerms(shown.text.slice(match.start, match.end)).some((term) => query.has(term)));
      }
    }),
    { numRuns: rounds(1000, 50) },
  );
});

test("huge texts take linear time", async () => {
  for (const unit of ["tea ", "a", ".", " ", "\n"]) {
    await assertLinear(JSON.stringify(unit), 1_000_000, (n) => snippet(unit.repeat(n), termFinder(terms("tea")), 240));
  }
});
