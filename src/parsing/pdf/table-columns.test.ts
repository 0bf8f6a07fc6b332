import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { CHROMIUM, SKIP } from "../../../test/page/browser.fixture.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf, type PdfLine } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const PRINT = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS })).text;
}

/** The text of a page as a browser prints it. */
async function printed(html: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loci-table-"));
  try {
    const [page, pdf] = [join(folder, "table.html"), join(folder, "table.pdf")];
    await writeFile(page, html);
    await promisify(execFile)(CHROMIUM as string, [
      ...PRINT,
      `--user-data-dir=${join(folder, "browser")}`,
      `--print-to-pdf=${pdf}`,
      page,
    ]);
    return await textOf(await readFile(pdf));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const rowOf = (y: number, cells: readonly (readonly [number, string])[]): PdfLine[] =>
  cells.map(([x, text]) => ({ x, y, text }));

test("a browser's table with merged cells: those behind them keep their columns", { skip: SKIP }, async () => {
  const text = await printed(`<body style="font: 12px sans-serif"><p>What was sold in each of the regions, by month.</p>
    <table border=1 cellpadding=6 style="border-collapse: collapse">
    <tr><th>Region<th>Month<th>Boxes<th>Crates<th>Note
    <tr><td rowspan=2>North<td>May<td>31<td>12<td>a good month
    <tr><td>June<td>45<td>16<td>rain on most days
    <tr><td>South<td colspan=3>closed for repairs<td>opens in July
    <tr><td>East<td>May<td colspan=2>77 together<td>not counted apart
    <tr><td colspan=2>All<td>153<td>28<td>
    <tr><td>Centre<td>May<td>20<td>3<td>as last year
    <tr><td>West<td>June<td><td>9<td>only crates</table>
    <p>After the table the text goes on as it did before it.</p>`);
  assert.equal(
    text,
    `What was sold in each of the regions, by month.

Region  Month  Boxes  Crates  Note
North  May  31  12  a good month
  June  45  16  rain on most days
South  closed for repairs      opens in July
East  May  77 together    not counted apart
All    153  28
Centre  May  20  3  as last year
West  June    9  only crates

After the table the text goes on as it did before it.`,
  );
});

test("cells that stay empty, at the beginning and in the middle", async () => {
  const lines = [
    ...rowOf(700, [
      [72, "alpha"],
      [200, "one"],
      [320, "red"],
      [420, "x"],
    ]),
    ...rowOf(680, [
      [72, "beta"],
      [200, "two"],
      [320, "blue"],
      [420, "y"],
    ]),
    ...rowOf(660, [
      [72, "gamma"],
      [420, "z"],
    ]),
    ...rowOf(640, [
      [200, "three"],
      [420, "z"],
    ]),
  ];
  const text = await textOf(makePdf({ pages: [lines] }));
  assert.equal(text, "alpha  one  red  x\nbeta  two  blue  y\ngamma      z\n  three    z");
});

test("where cells don't stand under each other nothing is said of columns", async () => {
  const lines = [
    ...rowOf(700, [
      [72, "alpha"],
      [200, "one"],
      [320, "red"],
    ]),
    ...rowOf(680, [
      [90, "beta and gamma and delta"],
      [280, "two"],
      [420, "blue"],
    ]),
    ...rowOf(660, [
      [72, "gamma"],
      [420, "z"],
    ]),
  ];
  const text = await textOf(makePdf({ pages: [lines] }));
  assert.equal(text, "alpha  one  red\n\nbeta and gamma and delta  two  blue\n\ngamma  z");
});
