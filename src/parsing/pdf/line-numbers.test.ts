import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const SENTENCE = "the heron stands beside the sluice gate and waits until the evening tide";

/** A page of text whose lines are counted, every so many with its number, 40 points beside the text. */
function counted(lines: number, first: number, { step = 1, size = 6, x = 60 } = {}): readonly PdfLine[] {
  return Array.from({ length: lines }, (_, i): PdfLine[] => {
    const number = first + i;
    const text = { x: 100, y: 720 - 14 * i, text: i === 0 ? "It starts" : SENTENCE };
    // Digits of Helvetica are .556 of its size wide.
    const label = {
      x: x - String(number).length * 0.556 * size,
      y: text.y,
      text: String(number),
      size,
    };
    return number % step === 0 ? [label, text] : [text];
  }).flat();
}

async function numbersIn(pages: readonly (readonly PdfLine[])[]): Promise<readonly string[]> {
  const { text } = await parsePdf({
    bytes: makePdf({ pages }),
    path: "a.pdf",
    limits: DEFAULT_PARSE_LIMITS,
  });
  assert.ok(text.includes("heron") || text.includes("fish"));
  return text.match(/\d+/gu) ?? [];
}

test("the numbers of a manuscript's lines are no text: left or right, each line or each fifth, on a last short page too", async () => {
  assert.deepEqual(await numbersIn([counted(40, 1), counted(40, 41), counted(3, 81)]), []);
  assert.deepEqual(await numbersIn([counted(40, 1, { x: 530 })]), []);
  assert.deepEqual(await numbersIn([counted(40, 1, { step: 5 }), counted(40, 41, { step: 5 })]), []);
});

test("other numbers stay: as large as the text, few, of another step, of a page, of a table and of a listing", async () => {
  assert.equal((await numbersIn([counted(20, 1, { size: 12 })])).length, 20);
  assert.equal((await numbersIn([counted(5, 1)])).length, 5);
  const odd = counted(20, 1).map((line) =>
    /^\d+$/u.test(line.text) ? { ...line, text: String(Number(line.text) ** 2) } : line,
  );
  assert.equal((await numbersIn([odd])).length, 20);
  const table = Array.from({ length: 20 }, (_, i) => [
    { x: 100, y: 720 - 14 * i, text: String(i + 1), size: 8 },
    { x: 130, y: 720 - 14 * i, text: "fish", size: 12 },
  ]).flat();
  assert.equal((await numbersIn([table])).length, 20);
  // A listing of nine lines among thirty of text.
  const listing = counted(9, 1, { x: 90 });
  const around = Array.from({ length: 30 }, (_, i) => ({
    x: 100,
    y: 580 - 14 * i,
    text: SENTENCE,
  }));
  assert.equal((await numbersIn([[...listing, ...around]])).length, 9);
});

/** A page of two columns with a gutter, each with its numbers at a distance from where it begins. */
function twoColumns(first: number, { lines = 40, beside = -12 } = {}): readonly PdfLine[] {
  return [0, 1].flatMap((column) =>
    Array.from({ length: lines }, (_, i): PdfLine[] => {
      const number = String(first + column * lines + i);
      const [x, y] = [70 + 240 * column, 720 - 14 * i];
      const text = `${column === 0 ? "the orchard keeper walks" : "a ferry crosses the strait"} now`;
      return [
        { x: x + beside - (beside < 0 ? number.length * 0.556 * 5 : 0), y, text: number, size: 5 },
        { x, y, text, size: 10 },
      ];
    }).flat(),
  );
}

test("numbers between two columns are no text, and neither column is read across", async () => {
  for (const beside of [-12, -4, 215]) {
    const { text } = await parsePdf({
      bytes: makePdf({
        pages: [twoColumns(1, { beside }), twoColumns(81, { beside }), twoColumns(161, { beside, lines: 7 })],
      }),
      path: "a.pdf",
      limits: DEFAULT_PARSE_LIMITS,
    });
    assert.deepEqual(text.match(/\d+/gu) ?? [], [], `${beside}`);
    assert.equal(text.match(/keeper(?:(?!keeper|ferry)[^])*ferry/gu)?.length, 3, `${beside}`);
  }
});

test("an index of a formula that ends where the numbers do keeps none of them in the text", async () => {
  const numbered = twoColumns(54, { beside: -4 });
  const index = { x: 310 - 4 - 0.556 * 7, y: 720 - 14 * 10 + 2, text: "1", size: 7 };
  const { text } = await parsePdf({
    bytes: makePdf({ pages: [[...numbered, index]] }),
    path: "a.pdf",
    limits: DEFAULT_PARSE_LIMITS,
  });
  assert.deepEqual(text.match(/\d+/gu), ["1"]);
  assert.equal(text.match(/keeper(?:(?!keeper|ferry)[^])*ferry/gu)?.length, 1);
});

test("numbers of two columns that don't go on from each other stay", async () => {
  const apart = twoColumns(1).map((line) =>
    /^\d+$/u.test(line.text) && line.x > 200 ? { ...line, text: String(Number(line.text) + 100) } : line,
  );
  const numbers = await numbersIn([apart.map((line) => ({ ...line, text: line.text.replace("orchard", "heron") }))]);
  assert.equal(numbers.filter((number) => Number(number) > 100).length, 40);
});

test("a list that counts from column to column in each row keeps its numbers", async () => {
  const list = Array.from({ length: 36 }, (_, i): PdfLine[] => {
    const [x, y] = [100 + 140 * (i % 3), 720 - 14 * Math.floor(i / 3)];
    return [
      { x, y, text: String(i + 1), size: 8 },
      { x: x + 20, y, text: "a heron and fish", size: 12 },
    ];
  }).flat();
  // Text around it makes the page as wide and as filled as that of a manuscript.
  const around = Array.from({ length: 8 }, (_, i) => ({ x: 90, y: 540 - 14 * i, text: SENTENCE, size: 12 }));
  assert.equal((await numbersIn([[...list, ...around]])).length, 36);
});
