import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { mendLamAlef } from "./line.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

/** Hebrew letters of the fixture's font, in the order in which they are read. */
const read = (text: string): string =>
  text.replaceAll(/[a-z]/gu, (letter) => String.fromCharCode(0x05d0 + letter.charCodeAt(0) - 97));
const drawn = (text: string): string => [...text].reverse().join("");

async function parse(lines: readonly PdfLine[]): Promise<string> {
  return (
    await parsePdf({ bytes: makePdf({ pages: [lines], hebrew: true }), path: "a.pdf", limits: DEFAULT_PARSE_LIMITS })
  ).text;
}

/** Width of a text of `n`, `b` and spaces in Helvetica at 10 points. */
const width = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === " " ? 2.78 : 5.56), 0);
/** A line that ends at the right margin. */
const right = (text: string, y: number, margin = 540): PdfLine => ({ x: margin - width(text), y, text: drawn(text) });

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
