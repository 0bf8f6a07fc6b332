import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseRst } from "./parse-rst.ts";
import { assertLinear } from "../../text/linear.fixture.ts";

const MANUAL = `=====
Title
=====

Intro ends in a literal block::

    not a title
    -----------

Section
-------
.. code-block:: python

   def f():
   ====

Sub
~~~
text

日本語
------
- a
`;

test("titles by their adornments, in order of appearance; bodies hide theirs", () => {
  const { text, sections, metadata } = parseRst({ text: MANUAL, path: "a.rst" });
  assert.deepEqual(
    sections.map(({ breadcrumb, level, lines }) => [breadcrumb.join(" > "), level, lines?.start]),
    [
      ["Title", 1, 1],
      ["Title > Section", 2, 10],
      ["Title > Section > Sub", 3, 17],
      ["Title > 日本語", 2, 21],
    ],
  );
  assert.equal(metadata.title, "Title");
  assert.deepEqual(
    sections[1]?.blocks.map(({ kind, span }) => [kind, text.slice(span.start, span.end).split("\n")[0]]),
    [
      ["paragraph", "Section"],
      ["fence", ".. code-block:: python"],
    ],
  );
});

test("an over- and underlined style is another than an underlined one", () => {
  const { sections } = parseRst({ text: "===\nTop\n===\n\nNext\n====\n\nAgain\n=====\n", path: "a.rst" });
  assert.deepEqual(
    sections.map(({ title, level }) => [title, level]),
    [
      ["Top", 1],
      ["Next", 2],
      ["Again", 2],
    ],
  );
});

test("no titles: transitions, tables, short underlines, text above", () => {
  for (const text of [
    "a\n\n----------\n\nb\n",
    "===  ===\na    b\n===  ===\n1    2\n===  ===\n",
    "A long title\n---\n",
    "text goes on\nnot a title\n-----------\n",
  ]) {
    assert.deepEqual(
      parseRst({ text, path: "a.rst" }).sections.map(({ level }) => level),
      [0],
      text,
    );
  }
});

test("sections cover any text exactly, and blocks stay inside them in order", () => {
  const line = fc.constantFrom(
    "",
    "Title",
    "=====",
    "-----",
    "~~~~~",
    "  indented",
    ".. note::",
    "para::",
    "text goes on",
    "- item",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      const text = lines.join(end);
      const { sections } = parseRst({ text, path: "a.rst" });
      assert.equal(sections.map(({ span }) => text.slice(span.start, span.end)).join(""), text);
      for (const { span, blocks } of sections) {
        let at = span.start;
        for (const block of blocks) {
          assert.ok(block.span.start >= at && block.span.end <= span.end);
          at = block.span.end;
        }
      }
    }),
  );
});

test("the date of the bibliographic fields is the content's; a field further down is none", () => {
  const dateOf = (text: string) => parseRst({ text, path: "a.rst" }).metadata.date;
  assert.equal(dateOf("Trip\n====\n\n:Author: Ada\n  Lovelace\n:Date: 2024-05-01\n\nText.\n"), "2024-05-01");
  assert.equal(dateOf(":date: 2010-10-03 10:20\n\nText.\n"), "2010-10-03T10:20Z");
  assert.equal(
    dateOf(".. a comment\n\n======\n Trip\n======\n\nSubtitle\n--------\n\n:Date: $Date: 2002/10/08 01:34:59 $\n"),
    "2002-10-08T01:34:59Z",
  );
  assert.equal(dateOf("Trip\n====\n\nText comes first.\n\n:Date: 2024-05-01\n"), undefined);
  assert.equal(dateOf("Trip\n====\n\n:Author: Ada\n\n:Date: sometime in May\n"), undefined);
});

test("a date with a long run of blanks in it takes linear time", async () => {
  await assertLinear("blanks", 60_000, (n) =>
    assert.equal(parseRst({ text: `:Date: a${" ".repeat(n)}b\n`, path: "a.rst" }).metadata.date, undefined),
  );
});
