import assert from "node:assert/strict";
import { test } from "node:test";
import { readingOrder } from "./reading-order.ts";
import type { Segment } from "./segment.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";
import { mendLamAlef } from "./line.ts";

/** A page of text in columns, line by line as it is drawn: the left column, the right one, then what stands apart. */
interface Page {
  readonly gutter: number;
  /** Points by which the right column stands lower. */
  readonly shift?: number;
  /** By line of the left column, points by which it is too long. */
  readonly over?: Readonly<Record<number, number>>;
  readonly apart?: readonly { readonly text: string; readonly x: number; readonly right: number; readonly y: number }[];
}

const [LEFT, WIDTH, LINES] = [72, 230, 40];

function segmentsOf({ gutter, shift = 0, over = {}, apart = [] }: Page): Segment[] {
  const right = LEFT + WIDTH + gutter;
  const lines = [
    ...Array.from({ length: LINES }, (_, i) => ({
      text: `left ${i}`,
      x: LEFT,
      right: LEFT + WIDTH + (over[i] ?? 0),
      y: 100 + 12 * i,
    })),
    ...Array.from({ length: LINES }, (_, i) => ({
      text: `right ${i}`,
      x: right,
      right: right + WIDTH,
      y: 100 + shift + 12 * i,
    })),
    ...apart,
  ];
  const rest = { size: 10, mono: false, bold: false, rtl: false, tight: false, gaps: [] };
  return lines.map((line, order) => ({ ...line, ...rest, order }));
}

function changesOf(page: Page): number {
  const sides = readingOrder(segmentsOf(page), 0).flatMap(({ text }) => text.match(/left|right/gu) ?? []);
  assert.equal(sides.length, 2 * LINES);
  return sides.filter((side, i) => i > 0 && side !== sides[i - 1]).length;
}

test("columns are read one after the other: a page's number in the middle, or one or two lines that stick out, dismiss no gutter", () => {
  for (const gutter of [8, 10, 12, 14, 18, 24])
    for (const shift of [0, 3, 6])
      for (const over of [{}, { 5: 4 }, { 5: 8 }, { 5: 14, 20: 3 }])
        for (const width of [0, 5, 15]) {
          const middle = LEFT + WIDTH + gutter / 2;
          const number = { text: "127", x: middle - width / 2, right: middle + width / 2 };
          for (const y of [60, 640]) {
            const page: Page = { gutter, shift, over, apart: width === 0 ? [] : [{ ...number, y }] };
            assert.equal(changesOf(page), 1, JSON.stringify(page));
          }
        }
});

test("two in five lines of a narrow column may stick out, where the columns were drawn one after the other", () => {
  // As amsart sets two columns, where few words may be parted.
  const over = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [3 * i, 3 + (i % 4) * 4]));
  assert.equal(changesOf({ gutter: 10, over }), 1);
  for (let every = 5; every <= 40; every++) {
    const sticking = Array.from({ length: LINES }, (_, i) => i).filter((i) => (i * 7) % 5 < 2 && i < every);
    const page = { gutter: 10, over: Object.fromEntries(sticking.map((i) => [i, 6 + (i % 3) * 3])) };
    assert.equal(changesOf(page), 1, JSON.stringify(page));
  }
  const rows = segmentsOf({ gutter: 10, over }).sort((a, b) => a.y - b.y || a.x - b.x);
  const inTurn = rows.map((segment, order) => ({ ...segment, order }));
  assert.match(readingOrder(inTurn, 0)[1]?.text ?? "", /^left 1\s+right 1$/u, "a table is drawn row by row");
});

test("lines that reach into the other column, and what is too wide in several pieces, stay in their own", () => {
  for (const over of [{ 5: 120 }, { 5: 60, 6: 150 }, { 0: 0, [LINES - 1]: 90 }, { 5: 40, 17: 90, 30: 200 }])
    for (const gutter of [10, 18]) assert.equal(changesOf({ gutter, over }), 1, JSON.stringify([gutter, over]));
  const segments = segmentsOf({ gutter: 12 });
  const rest = { size: 10, mono: false, bold: false, rtl: false, tight: false, gaps: [], y: 100 + 12 * 20 };
  // A formula in place of a line, of which one piece begins in the other column.
  segments.splice(20, 1, { ...rest, text: "left a", x: 100, right: 330, order: 20 });
  segments.splice(21, 0, { ...rest, text: "left b", x: 336, right: 390, order: 20.5 });
  const sides = readingOrder(segments, 0).flatMap(({ text }) => text.match(/left|right/gu) ?? []);
  assert.equal(sides.lastIndexOf("left") + 1, sides.indexOf("right"));
});

test("rows that were drawn over both columns, as a wide table's are, stay whole, and the columns stay columns", () => {
  const cells = [LEFT, 180, 260, 330, 430, 500];
  for (const gutter of [10, 14, 24])
    for (const rows of [3, 6, 12]) {
      const table = Array.from({ length: rows }, (_, row) =>
        cells.map((x, i) => ({ text: `r${row}c${i}`, x, right: x + 38, y: 100 - 12 * (rows - row) })),
      );
      const segments = segmentsOf({ gutter, over: { 5: 8 }, apart: table.flat() });
      const drawnFirst = [...segments.slice(2 * LINES), ...segments.slice(0, 2 * LINES)];
      const read = readingOrder(
        drawnFirst.map((segment, order) => ({ ...segment, order })),
        0,
      ).map(({ text }) => text.match(/r\d+c\d|(?:left|right) \d+/gu)?.join(" ") ?? "");
      const line = (side: string) => Array.from({ length: LINES }, (_, i) => `${side} ${i}`);
      const expected = [
        ...table.map((row) => row.map(({ text }) => text).join(" ")),
        ...line("left"),
        ...line("right"),
      ];
      assert.deepEqual(read, expected, JSON.stringify({ gutter, rows }));
    }
});

test("formulas, whose signs are many and narrow, make no column too narrow to be one", () => {
  const lines = segmentsOf({ gutter: 10, over: { 5: 8 } });
  const formulas = [LEFT, LEFT + WIDTH + 10].flatMap((column) =>
    Array.from({ length: 80 }, (_, i) => {
      const x = column + 90 + 20 * (i % 4);
      return { ...(lines[0] as Segment), text: "x", x, right: x + 4, y: 100 + 12 * LINES + 12 * Math.floor(i / 4) };
    }),
  );
  const drawn = [lines.slice(0, LINES), formulas.slice(0, 80), lines.slice(LINES), formulas.slice(80)].flat();
  const read = readingOrder(
    drawn.map((segment, order) => ({ ...segment, order })),
    0,
  ).map(({ text }) => text);
  assert.deepEqual(
    read.filter((text) => !text.startsWith("x")),
    lines.map(({ text }) => text),
  );
});

test("a number in the middle stands before or behind both columns", () => {
  const middle = LEFT + WIDTH + 5;
  const at = (y: number) =>
    readingOrder(segmentsOf({ gutter: 10, apart: [{ text: "7", x: middle - 3, right: middle + 3, y }] }), 0);
  assert.equal(at(640).at(-1)?.text, "7");
  assert.equal(at(60)[0]?.text, "7");
});

/** Blocks of columns below each other, each under a heading at the left edge, as they are drawn: heading, columns from left to right. */
function bandsOf(bands: readonly { readonly columns: number; readonly lines: number; readonly heading?: number }[]) {
  let y = 100;
  const lines = bands.flatMap(({ columns, lines, heading = 120 }, band) => {
    const width = (2 * WIDTH + 10 - 10 * (columns - 1)) / columns;
    const top = (y += 24);
    y += 12 * lines + 12;
    const title = { text: `h${band}`, x: LEFT, right: LEFT + heading, y: top - 20 };
    const texts = Array.from({ length: columns * lines }, (_, i) => {
      const x = LEFT + Math.floor(i / lines) * (width + 10);
      return { text: `b${band} line ${i}`, x, right: x + width, y: top + 12 * (i % lines) };
    });
    return [title, ...texts];
  });
  const rest = { size: 10, mono: false, bold: false, rtl: false, tight: false, gaps: [] };
  return lines.map((line, order): Segment => ({ ...line, ...rest, order }));
}

test("columns end above a heading, wherever it stands, and others begin below it", () => {
  for (const heading of [120, 238, 400])
    for (const columns of [
      [2, 2, 2],
      [3, 3, 3],
      [2, 3],
      [3, 2, 3],
    ])
      for (const [lines, step] of [
        [12, -1],
        [18, -1],
        [12, 12],
        [36, -12],
      ] as const) {
        const page = bandsOf(columns.map((count, i) => ({ columns: count, lines: lines + step * i, heading })));
        const read = readingOrder(page, 0).map(({ text }) => text);
        assert.deepEqual(
          read,
          page.map(({ text }) => text),
          JSON.stringify({ heading, columns, lines, step }),
        );
      }
  const short = bandsOf([14, 3, 2, 5, 10].map((lines) => ({ columns: 2, lines })));
  assert.deepEqual(
    readingOrder(short, 0).map(({ text }) => text),
    short.map(({ text }) => text),
  );
});

test("lines that are drawn by turns, left and right, end no column", () => {
  for (const shift of [0, 3, 6]) {
    const rows = segmentsOf({ gutter: 24, shift }).sort((a, b) => a.y - b.y || a.x - b.x);
    const read = readingOrder(
      rows.map((segment, order) => ({ ...segment, order })),
      0,
    );
    assert.deepEqual(
      read.map(({ text }) => text.split(" ")[0]),
      Array.from({ length: 2 * LINES }, (_, i) => (i < LINES ? "left" : "right")),
    );
  }
});

/** Lines from top to bottom at one left end, as they are drawn. */
const column = (text: string, [x, right]: readonly [number, number], [y, lines]: readonly [number, number]) =>
  Array.from({ length: lines }, (_, i) => ({ text: `${text} ${i}`, x, right, y: y + 12 * i }));
const drawn = (lines: readonly Pick<Segment, "text" | "x" | "right" | "y">[]): Segment[] => {
  const rest = { size: 10, mono: false, bold: false, rtl: false, tight: false, gaps: [] };
  return lines.map((line, order) => ({ ...line, ...rest, order }));
};

test("a last column of a few lines is one where columns of earlier pages began, beside text, a picture, or behind numbers of references", () => {
  const gutter = 14;
  const [left, right] = [[LEFT, LEFT + WIDTH] as const, [LEFT + WIDTH + gutter, LEFT + 2 * WIDTH + gutter] as const];
  for (const lines of [1, 2, 3, 4])
    for (const top of [100, 180])
      for (const hanging of [0, 14]) {
        const known = new Set<number>();
        readingOrder(segmentsOf({ gutter }), 0, known);
        const mark = hanging === 0 ? [] : [{ text: "[5]", x: right[0] + 4, right: right[0] + 10, y: 100 }];
        const last = [
          ...column("left", left, [top, 30]),
          ...mark,
          ...column("right", [right[0] + hanging, right[1]], [100, lines]),
          { text: "7", x: right[0] - gutter / 2 - 3, right: right[0] - gutter / 2 + 3, y: 640 },
        ];
        const read = readingOrder(drawn(last), 1, known).flatMap(
          ({ text }) => text.match(/(?:left|right) \d+/gu) ?? [],
        );
        const expected = last.flatMap(({ text }) => text.match(/(?:left|right) \d+/gu) ?? []);
        assert.deepEqual(read, expected, JSON.stringify({ lines, top, hanging }));
      }
});

test("a table, and text over the page, have no column where one began on an earlier page", () => {
  const known = new Set<number>();
  readingOrder(segmentsOf({ gutter: 14 }), 0, known);
  const at = LEFT + WIDTH + 14;
  const rows = Array.from({ length: 9 }, (_, i) => [
    { text: `term ${i}`, x: LEFT, right: 130, y: 100 + 12 * i },
    { text: `meaning ${i}`, x: at, right: at + 60, y: 100 + 12 * i },
  ]).flat();
  assert.match(readingOrder(drawn(rows), 1, known)[3]?.text ?? "", /^term 3\s+meaning 3$/u);
  const text = [
    ...column("short", [LEFT, 130], [100, 4]),
    ...column("long", [LEFT, 500], [148, 4]),
    ...column("short", [LEFT, 130], [196, 4]),
    { text: "1999", x: at, right: at + 20, y: 100 },
  ];
  assert.match(readingOrder(drawn(text), 2, known)[0]?.text ?? "", /^short 0\s+1999$/u);
});

test("blocks of two or three lines in columns below each other, between headings, pictures or text over the page, stay columns", () => {
  for (const columns of [2, 3])
    for (const lines of [2, 3, 5])
      for (const between of ["heading", "nothing", "picture", "text"]) {
        const width = (2 * WIDTH + 20 - 20 * (columns - 1)) / columns;
        let y = 100;
        const page = Array.from({ length: 7 }, (_, block) => {
          y += between === "picture" ? 90 : 24;
          const over = { text: `over ${block}`, x: LEFT, right: LEFT + (between === "text" ? 480 : 90), y };
          if (between === "heading" || between === "text") y += 20;
          const top = y;
          y += 12 * lines;
          const beside = Array.from({ length: columns }, (_, i) => {
            const x = LEFT + i * (width + 20);
            return column(`block ${block} column ${i} line`, [x, x + width], [top, lines]);
          });
          return [...(top === over.y ? [] : [over]), ...beside.flat()];
        }).flat();
        assert.deepEqual(
          readingOrder(drawn(page), 0).map(({ text }) => text),
          page.map(({ text }) => text),
          JSON.stringify({ columns, lines, between }),
        );
      }
});

test("a formula's number at the end of the left column, whose line stands a little apart from those beside it, is in that column", () => {
  const lines = segmentsOf({ gutter: 14, shift: 8 });
  const formula = [
    { text: "x =", x: LEFT + 90, right: LEFT + 110, y: 100 + 12 * 20 },
    { text: "(6)", x: LEFT + WIDTH - 13, right: LEFT + WIDTH, y: 100.01 + 12 * 20 },
  ];
  const page = [...lines.slice(0, 20), ...formula, ...lines.slice(21)];
  assert.deepEqual(
    readingOrder(drawn(page), 0).flatMap(({ text }) => text.split(/\s{2,}/u)),
    page.map(({ text }) => text),
  );
});

test("a column of terms beside what they mean is no column of a page", () => {
  const rest = { size: 10, mono: false, bold: false, rtl: false, tight: false, gaps: [] };
  const segments = Array.from({ length: 20 }, (_, i) => [
    { text: `term ${i}`, x: 72, right: i === 7 ? 195 : 110 + (i % 3) * 10, y: 100 + 12 * i },
    { text: `meaning ${i}`, x: 200, right: 520, y: 100 + 12 * i },
  ])
    .flat()
    .map((line, order): Segment => ({ ...line, ...rest, order }));
  const lines = readingOrder(segments, 0);
  assert.equal(lines.length, 20);
  assert.match(lines[0]?.text ?? "", /^term 0 +meaning 0$/u);
});

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

/** Hebrew letters of the fixture's font, in the order in which they are read. */
const read = (text: string): string =>
  text.replaceAll(/[a-z]/gu, (letter) => String.fromCharCode(0x05d0 + letter.charCodeAt(0) - 97));
const mirrored = (text: string): string => [...text].reverse().join("");

async function parse(lines: readonly PdfLine[]): Promise<string> {
  return (
    await parsePdf({ bytes: makePdf({ pages: [lines], hebrew: true }), path: "a.pdf", limits: DEFAULT_PARSE_LIMITS })
  ).text;
}

/** Width of a text of `n`, `b` and spaces in Helvetica at 10 points. */
const width = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === " " ? 2.78 : 5.56), 0);
/** A line that ends at the right margin. */
const right = (text: string, y: number, margin = 540): PdfLine => ({
  x: margin - width(text),
  y,
  text: mirrored(text),
});

test("lines that run from right to left flow, ragged on the left; the next paragraph is another", async () => {
  const first = "nnnn bbb ".repeat(8).trim();
  const text = await parse([
    right(first, 700),
    right(`nb ${first.slice(0, -6)}`, 688),
    right("nn bb", 676),
    right("bbbb", 640),
  ]);
  assert.equal(text, read(`${first} nb ${first.slice(0, -6)} nn bb\n\nbbbb`));
});

test("cells of a row, and numbers with their marks, come in the order of reading", async () => {
  const text = await parse([
    right("nnnn", 700),
    right("bbbb", 700, 300),
    right("nbnb", 688),
    right("bnbn", 688, 300),
    right("nnbb", 650),
    { x: 480, y: 650, text: ".17:00" },
  ]);
  assert.equal(text, read("nnnn  bbbb\nnbnb  bnbn\n\nnnbb 17:00."));
});

test("the ligature of lam and alef is mended where it can't be anything else", () => {
  assert.equal(
    mendLamAlef("التقنيات (اإلصدار) في اإلسكندرية واألول، االسم"),
    "التقنيات (الإصدار) في الإسكندرية والأول، الاسم",
  );
  assert.equal(mendLamAlef("ال يعمل إال خالل النهار"), "لا يعمل إلا خلال النهار");
  assert.equal(mendLamAlef("قال المثال: الألف إلى"), "قال المثال: الألف إلى");
});
