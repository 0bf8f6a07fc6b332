import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const LONG = "on and on until the column ends on its right side and breaks";

/** A paragraph whose first lines stand right of a letter, and the rest below it. */
function withInitial(letter: string, first: string, lines: number, size: number): PdfLine[] {
  const texts = [first, ...Array.from({ length: lines + 2 }, (_, i) => `line ${i} goes ${LONG}`)];
  return [
    { x: 72, y: 700 - 12 * (lines - 1), text: letter, size },
    ...texts.map((text, i) => ({ x: i < lines ? 72 + 0.7 * size : 72, y: 700 - 12 * i, text })),
  ];
}

async function textOf(page: readonly PdfLine[]): Promise<string> {
  return (await parsePdf({ bytes: makePdf({ pages: [page] }), path: "a.pdf", limits: DEFAULT_PARSE_LIMITS })).text;
}

test("an initial over two or three lines begins its word, and the lines beside it are one paragraph with those below", async () => {
  for (const [lines, size] of [
    [2, 24],
    [3, 38],
  ] as const) {
    const text = await textOf(withInitial("T", `he house stood ${LONG}`, lines, size));
    assert.match(text, /^The house stood on and on/u);
    assert.equal(text.includes("\n\n"), false, text);
  }
});

test("an initial that is a word stays one where the text says so, and begins one else", async () => {
  const more = { x: 72, y: 500, text: "The house is the house of the house" };
  assert.match(await textOf([...withInitial("A", `house stood ${LONG}`, 2, 24), more]), /^A house stood/u);
  assert.match(await textOf([...withInitial("A", `gain it stood ${LONG}`, 2, 24), more]), /^Again it stood/u);
});

test("a large letter alone, or on the line of its text, is no initial", async () => {
  assert.match(
    await textOf([
      { x: 72, y: 700, text: "T", size: 30 },
      { x: 300, y: 724, text: `he house ${LONG}` },
    ]),
    /he house/u,
  );
  assert.doesNotMatch(
    await textOf([
      { x: 72, y: 700, text: "T", size: 30 },
      { x: 300, y: 724, text: `he house ${LONG}` },
    ]),
    /The/u,
  );
});
