import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import type { ParsedDocument } from "../model/section.ts";
import { parseMarkdown } from "../parsing/markdown/parse-markdown.ts";
import { parseText } from "../parsing/text/parse-text.ts";
import { sentences } from "../text/sentences.ts";
import { type Chunk, type ChunkOptions, chunk } from "./chunk.ts";
import { opaqueRuns, readableSpans } from "./opaque-runs.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const OPTIONS: ChunkOptions = { maxChunkSize: 1500, overlapLines: 2 };
const markdown = (text: string): ParsedDocument => parseMarkdown({ text, path: "a.md" });
const sentence = "The quick brown fox jumps over the lazy dog again. ";

/** Everything that page 01 promises of chunks. */
function assertChunks(document: ParsedDocument, options: ChunkOptions = OPTIONS): readonly Chunk[] {
  const { text } = document;
  const chunks = chunk(document, options);
  const runs = opaqueRuns(text);
  let covered = 0;
  let total = 0;
  chunks.forEach((piece, i) => {
    const { span } = piece;
    assert.equal(piece.text, text.slice(span.start, span.end));
    assert.ok(!runs.some(({ start, end }) => start < span.end && end > span.start), "no run is in a chunk");
    // What is left out: runs, and what stands between them without a letter or a figure.
    if (span.start > covered && readableSpans(text, { start: covered, end: span.start }, runs).length === 0)
      covered = span.start;
    assert.ok(
      span.start <= covered && span.end > covered,
      "each starts where the one before ended, or before, and goes on",
    );
    assert.ok(piece.text.length <= options.maxChunkSize, `size ${piece.text.length}`);
    const overlap = covered - span.start;
    assert.ok(overlap <= 0.15 * piece.text.length, `overlap ${overlap} of ${piece.text.length}`);
    // Inside a line it is sentences that are carried over, and what stands before those is the end of one.
    const inLine = /[^\n\r]$/.test(text.slice(0, covered));
    if (overlap > 0 && !inLine) assert.match(text.slice(0, span.start), /[\n\r]$/);
    for (const at of [span.start, span.end]) {
      assert.ok(!/[\ud800-\udbff]$/.test(text.slice(0, at)) || !/^[\udc00-\udfff]/.test(text.slice(at, at + 1)));
      assert.ok(!(text[at - 1] === "\r" && text[at] === "\n"));
    }
    // Small ones only where no neighbour of the same section and element has room: a table stands apart from what is around it.
    const [before, next] = [chunks[i - 1], chunks[i + 1]];
    if (runs.length === 0 && piece.part !== null && piece.part < piece.parts && span.end - covered < 100) {
      const sameElement = (other: Chunk | undefined): boolean => other?.elementType === piece.elementType;
      if (sameElement(next)) assert.ok((next as Chunk).span.end - covered > options.maxChunkSize);
      if (piece.part > 1 && sameElement(before)) assert.ok(span.end - coreStart(chunks, i - 1) > options.maxChunkSize);
    }
    assert.equal(piece.breadcrumb[piece.breadcrumb.length - 1] ?? "", piece.heading);
    if (piece.part !== null && piece.headingLevel > 0) assert.ok(piece.heading.endsWith(` (part ${piece.part})`));
    covered = span.end;
    total += piece.text.length;
  });
  if (runs.length > 0 && readableSpans(text, { start: covered, end: text.length }, runs).length === 0)
    covered = text.length;
  assert.equal(covered, /\S/.test(text) ? text.length : 0);
  assert.ok(total <= 1.25 * text.length);
  return chunks;
}

function coreStart(chunks: readonly Chunk[], i: number): number {
  return Math.max((chunks[i] as Chunk).span.start, chunks[i - 1]?.span.end ?? 0);
}

test("a section is a chunk, with its breadcrumb, level and lines", () => {
  const chunks = assertChunks(markdown("Hello\n\n# A\n\none\n\n## B\r\n\r\ntwo\r\n"));
  assert.deepEqual(
    chunks.map(({ breadcrumb, headingLevel, lines, part }) => [breadcrumb.join("/"), headingLevel, lines, part]),
    [
      ["", 0, { start: 1, end: 2 }, null],
      ["A", 1, { start: 3, end: 6 }, null],
      ["A/B", 2, { start: 7, end: 9 }, null],
    ],
  );
});

test("a bare heading stands with the subsection behind it, alone when there is none", () => {
  const chunks = assertChunks(markdown("# Book\n\n## One\n\ntext\n\n# Bare\n\n# Other\n\ntext\n"));
  assert.deepEqual(
    chunks.map(({ heading }) => heading),
    ["One", "Bare", "Other"],
  );
  assert.deepEqual(chunks[0]?.breadcrumb, ["Book", "One"]);
  assert.ok(chunks[0]?.text.startsWith("# Book\n"));
});

test("a large section is cut between paragraphs into parts of about the same size", () => {
  const paragraph = `${sentence.repeat(8).trim()}\n\n`;
  const chunks = assertChunks(markdown(`## Long\n\n${paragraph.repeat(6)}`));
  assert.equal(chunks.length, 2);
  assert.deepEqual(
    chunks.map(({ heading }) => heading),
    ["Long (part 1)", "Long (part 2)"],
  );
  for (const { text } of chunks) assert.ok(text.length > 800 && text.endsWith("\n\n"));
});

test("a fence is whole unless it alone is too large, then it is cut between lines", () => {
  const fence = `\`\`\`js\n${"let x = 1;\n".repeat(90)}\`\`\`\n`;
  const whole = assertChunks(markdown(`# A\n\n${sentence.repeat(15)}\n\n${fence}\n${sentence.repeat(15)}\n`));
  assert.equal(whole.filter(({ text }) => text.includes("```js") && text.includes("```\n")).length, 1);
  assert.equal(whole.find(({ text }) => text.startsWith("```js"))?.elementType, "code");
  const large = assertChunks(markdown(`# A\n\n\`\`\`\n${"let x = 1;\n".repeat(400)}\`\`\`\n`));
  for (const { text } of large) assert.match(text, /\n$/);
});

test("a table is cut between rows only", () => {
  const table = `| a | b |\n|---|---|\n${`| ${"x".repeat(40)} | y |\n`.repeat(90)}`;
  for (const piece of assertChunks(markdown(`# T\n\n${table}`)).slice(1)) {
    assert.match(piece.text, /^\|.*\|\n$/s);
    assert.equal(piece.elementType, "table");
  }
});

test("whole lines are carried over, at most 15 % and none out of a fence", () => {
  const lines = Array.from({ length: 80 }, (_, i) => `line ${i} of a poem that has no end`).join("\n");
  const chunks = assertChunks(parseText({ text: lines, path: "a.txt" }));
  assert.ok(chunks.length > 1);
  chunks.slice(1).forEach((piece, i) => {
    const before = (chunks[i] as Chunk).text.trimEnd().split("\n").slice(-2);
    assert.deepEqual(piece.text.split("\n").slice(0, 2), before);
  });
  assert.equal(
    chunk(parseText({ text: lines, path: "" }), { ...OPTIONS, overlapLines: 0 })
      .map(({ text }) => text)
      .join(""),
    lines,
  );
});

test("inside a line whole sentences are carried over", () => {
  for (const [join, count] of [
    [(i: number): string => `Sentence ${i} says where the key of cellar ${i} hangs. `, 150],
    [(i: number): string => `第${i}把钥匙挂在地下室门后的蓝色挂钩上。`, 300],
  ] as const) {
    const text = Array.from({ length: count }, (_, i) => join(i)).join("");
    const chunks = assertChunks(parseText({ text, path: "a.txt" }));
    assert.ok(chunks.length > 2);
    for (const [i, piece] of chunks.slice(1).entries()) {
      const before = (chunks[i] as Chunk).text;
      const [first, second] = sentences(before)
        .slice(-2)
        .map(({ start, end }) => before.slice(start, end)) as [string, string];
      assert.ok(piece.text.startsWith(first + second), piece.text.slice(0, 80));
    }
  }
});

test("the lines carried over are those with text, whatever ends them", () => {
  const fence = `\`\`\`\n${Array.from({ length: 60 }, (_, i) => `let x${i} = 1;\n \n`).join("")}\`\`\`\n`;
  const cuts = (newline: string): readonly (readonly string[])[] =>
    assertChunks(markdown(fence.replaceAll("\n", newline)), { maxChunkSize: 400, overlapLines: 2 }).map(({ text }) =>
      text.split(newline),
    );
  assert.deepEqual(cuts("\r"), cuts("\n"));
});

test("a line without end is cut between words, and without words between characters", () => {
  for (const piece of assertChunks(parseText({ text: "word ".repeat(2000), path: "" })))
    assert.match(piece.text, /^word.* $/);
  assertChunks(parseText({ text: "😀".repeat(3001), path: "" }));
  assertChunks(parseText({ text: `a${"\r\n".repeat(5000)}b`, path: "" }));
  assertChunks(parseText({ text: "e\u0301".repeat(4000), path: "" }));
});

test("pages come from where they start", () => {
  const text = `${sentence.repeat(20)}\n\n${sentence.repeat(20)}\n\n${sentence.repeat(20)}`;
  const parsed = parseText({ text, path: "" });
  const section = {
    ...(parsed.sections[0] as ParsedDocument["sections"][number]),
    lines: null,
    pages: { start: 1, end: 3 },
  };
  const chunks = assertChunks({ ...parsed, sections: [section], pageStarts: [0, 1022, 2044] });
  assert.deepEqual(
    chunks.map(({ pages, lines }) => [pages?.start, pages?.end, lines]),
    [
      [1, 1, null],
      [2, 2, null],
      [3, 3, null],
    ],
  );
});

test("a blank document has no chunks", () => {
  assert.deepEqual(chunk(markdown(""), OPTIONS), []);
  assert.deepEqual(chunk(markdown(" \n\n\t"), OPTIONS), []);
});

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "# A",
    "## B *c*",
    "### ",
    "Title\n===",
    "```",
    "~~~js",
    "- item",
    "  - sub",
    "1. one",
    "> quote",
    "| a | b |",
    "|---|---|",
    "<!-- c",
    "-->",
    "---",
    "    code",
    "[r]: http://x",
    "\ttab",
    "…。",
  ),
  fc.constantFrom(
    sentence.repeat(3),
    sentence.repeat(40),
    "x".repeat(1700),
    "漢字。".repeat(300),
    "😀".repeat(700),
    "word ".repeat(50),
    `| ${"cell ".repeat(30)} | b |`,
  ),
  fc.string({ maxLength: 30 }),
);
const randomText = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom("\n", "\n", "\r\n", "\r"), fc.boolean())
  .map(([lines, newline, ended]) => lines.join(newline) + (ended ? newline : ""));

test("each part of a long section begins with what the one before ends with, where a line or sentence is short enough", () => {
  const words = "Every one of these words is here so that what holds them grows as long as is asked for ".repeat(4);
  for (const size of [20, 40, 80, 120, 160]) {
    const piece = (i: number): string => `Piece ${i} ${words}`.slice(0, size - 1).trimEnd();
    for (const text of [
      Array.from({ length: 150 }, (_, i) => `${piece(i)}.`).join(" "),
      Array.from({ length: 60 }, (_, i) => `${piece(2 * i)}\n${piece(2 * i + 1)}.`).join("\n\n"),
    ])
      assertChunks(markdown(`# Long\n\n${text}\n`)).forEach(({ span, parts }, i, chunks) => {
        const before = chunks[i - 1];
        if (before !== undefined) assert.ok(span.start < before.span.end, `${size}: part ${i + 1} of ${parts}`);
      });
  }
});

test("promises hold on random documents, sizes and overlaps", () => {
  const options = fc.record({ maxChunkSize: fc.constantFrom(200, 350, 1500), overlapLines: fc.nat(4) });
  fc.assert(
    fc.property(randomText, options, (text, chosen) => {
      assertChunks(markdown(text), chosen);
      assertChunks(parseText({ text, path: "" }), chosen);
    }),
    { numRuns: rounds(400, 27) },
  );
});

const DOCS = new URL("../../../shared/data/docs/markdown/", import.meta.url);
test(
  "promises hold on the sample documents",
  { skip: existsSync(DOCS) ? false : "data/docs/markdown is absent" },
  () => {
    const paths = globSync("**/*.md", { cwd: DOCS });
    assert.ok(paths.length > 1_000);
    for (const path of paths) assertChunks(markdown(readFileSync(new URL(path, DOCS), "utf8")));
  },
);

const options = { maxChunkSize: 1_500, overlapLines: 2 };
const chunksOf = (text: string) => chunk(parseMarkdown({ text, path: "a.md" }), options);

test("a document of very many tiny sections makes no drawer under 100 characters but the last", () => {
  const text = "# h\n".repeat(20_000);
  const chunks = chunksOf(text);
  assert.ok(chunks.length <= text.length / 100, `${chunks.length} drawers`);
  assert.ok(chunks.slice(0, -1).every((one) => one.text.length >= 100));
  assert.equal(chunks.map((one) => one.text).join(""), text);
});

test("tiny sections stay passages of their own where there are few", () => {
  const text = Array.from({ length: 40 }, (_, i) => `# Term ${i}\n\nIts meaning.\n\n`).join("");
  assert.equal(chunksOf(text).length, 40);
});

test("large sections between tiny ones stay as they are", () => {
  const large = `# Large\n\n${"A sentence of the large section. ".repeat(20)}\n\n`;
  const text = "# h\n\nx\n\n".repeat(120) + large + "# h\n\nx\n\n".repeat(120);
  const chunks = chunksOf(text);
  assert.equal(chunks.map((one) => one.text).join(""), text);
  assert.ok(
    chunks.some(({ text: one }) => one.startsWith("# Large")) ||
      chunks.some(({ text: one }) => one.includes("# Large")),
  );
});
