import assert from "node:assert/strict";
import test from "node:test";
import { fileOf } from "../../web/lib/format.ts";
import { whySentence } from "../../web/parts/why-words.ts";
import { withoutSigns } from "../../web/lib/plain.ts";
import { beginning } from "../../web/parts/front-matter.ts";

/** How Markdown writes a word, each of which a list shows as the word alone. */
const WRITTEN: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `\`${word}\``,
  (word) => `**${word}**`,
  (word) => `*${word}*`,
  (word) => `_${word}_`,
  (word) => `[${word}](notes/a.md#b)`,
  (word) => `[\`${word}\`](https://example.org/a)`,
  (word) => `**[${word}](a.md)**`,
  (word) => `![${word}](a.png)`,
  (word) => `[[${word}]]`,
  (word) => `[${word}][the-part]`,
  (word) => `[${word}](a.md "A title")`,
  (word) => `<!-- kept for old links --><a id="x"></a>${word}`,
];

test("a list shows words without the signs of Markdown, and marks the same words, however they are written", () => {
  for (const [i, first] of WRITTEN.entries())
    for (const [n, second] of WRITTEN.entries()) {
      const words = ["impeller", "2 * 3 * 4", "snake_case_name", "pump"];
      const parts = [first("impeller"), "2 * 3 * 4", "snake_case_name", second("pump")];
      const written = parts.join(" ");
      const at = written.lastIndexOf("pump", written.length);
      const start = written.indexOf("impeller");
      const marks = [
        { start, end: start + "impeller".length },
        { start: at, end: at + "pump".length },
      ];
      const { text, spans } = withoutSigns(written, marks);
      assert.equal(text, words.join(" "), `${i} ${n}: ${written}`);
      assert.deepEqual(
        spans.map((span) => text.slice(span.start, span.end)),
        ["impeller", "pump"],
        written,
      );
    }
});

test("a table's rows and a heading lose their signs; what may be none stays", () => {
  const shown = (text: string): string => withoutSigns(text).text.replaceAll(/\s+/g, " ").trim();
  assert.equal(shown("| part | port |\n|---|---:|\n| pump | 8443 |"), "part | port | pump | 8443");
  assert.equal(shown("## The pump\nIt is blue."), "The pump · It is blue.");
  assert.equal(
    shown("# Boat\n\n## The `pump`\n\nIt is blue.\n\n### Hoses\nTwo."),
    "Boat · The pump · It is blue. Hoses · Two.",
  );
  assert.equal(shown("…> The _pump_ is blue.\n>\n> 1. Two _old_ hoses."), "…The pump is blue. 1. Two old hoses.");
  for (const plain of [
    "__init__",
    "_private",
    "a_b_c",
    "5 > 3",
    "a -> b",
    "_ a _",
    "a | b",
    "2*3*4",
    "5 ** 2",
    "`unended",
    "[1] and (2)",
    "<div>",
    "#tag",
    "C#",
  ])
    assert.equal(shown(plain), plain);
});

test("signs that a snippet cuts through, or that stand on two lines, are taken away too", () => {
  for (const [written, shown] of [
    ["…tation](git/a.md) - *Undo* it", "…tation - Undo it"],
    ["…the [pump](boat/engi", "…the pump"],
    ["…see _Boats and\nPumps_.", "…see Boats and\nPumps."],
    ["**two\nlines** of *one\nnote*", "two\nlines of one\nnote"],
    ["_one\n\ntwo_", "_one\n\ntwo_"],
    ["rows[0][1] and cells[i][j]", "rows[0][1] and cells[i][j]"],
  ] as const)
    assert.equal(withoutSigns(written).text, shown);
});

test("of a fence nothing stays, no empty line either", () => {
  const { text, spans } = withoutSigns("Look:\n\n```sh\ngit branch\n```\n\nThen go on.", [{ start: 29, end: 36 }]);
  assert.equal(text, "Look:\n\ngit branch\n\nThen go on.");
  assert.deepEqual(
    spans.map((span) => text.slice(span.start, span.end)),
    ["Then go"],
  );
});

test("a passage's beginning leaves out settings, and sets headings apart from what stands below", () => {
  const note = "---\nwing: harbour\n---\n# Engine\n\n## Oil\n\nOil is changed every 100 hours.\n";
  assert.equal(beginning(note, 90), "Engine · Oil · Oil is changed every 100 hours.");
  assert.equal(beginning("## Moorings\n", 90), "Moorings");
  assert.equal(beginning("#tag first\nthen", 90), "#tag first\nthen");
  assert.equal(beginning("# Print\n\nit", 90, "code"), "# Print\n\nit");
});

test("a passage that was added is called by its file, any other by its own path", () => {
  const shown = (path: string): string => fileOf({ path, name: "notes" });
  for (const scope of ["kb", "admin", "user:ada@x.org", "kb#2"])
    assert.equal(shown(`boat/keys.md#${scope}`), "boat/keys.md");
  for (const path of ["C# in depth.md", "a#kb.md", "a.md#part", "track#admin"]) assert.equal(shown(path), path);
  assert.equal(shown(""), "notes");
});

test("why a hit stands where it does tells what was taken from its score, too", () => {
  const features = { coverage: { value: 1 } };
  assert.equal(
    whySentence(1, { coverage: 0.2, weaker: -0.303 }, features),
    "Number 2: it holds all words of the question; it was set back for “behind what helps”.",
  );
  assert.equal(
    whySentence(0, { coverage: 0.2, likely: -0.01 }, features),
    "Number 1: it holds all words of the question.",
  );
  assert.equal(whySentence(2, { dense: 0.02, hall: 0.01 }, {}), "Number 3: most of its score is for “meaning”.");
});
