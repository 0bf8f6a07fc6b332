import assert from "node:assert/strict";
import { test } from "node:test";
import { readingOrder } from "./reading-order.ts";
import type { Segment } from "./segment.ts";

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

test("a number in the middle stands before or behind both columns", () => {
  const middle = LEFT + WIDTH + 5;
  const at = (y: number) =>
    readingOrder(segmentsOf({ gutter: 10, apart: [{ text: "7", x: middle - 3, right: middle + 3, y }] }), 0);
  assert.equal(at(640).at(-1)?.text, "7");
  assert.equal(at(60)[0]?.text, "7");
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
