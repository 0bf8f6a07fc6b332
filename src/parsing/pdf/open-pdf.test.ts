import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makePdf } from "./make-pdf.fixture.ts";
import { unpacksBeyond, infoMetadata } from "./open-pdf.ts";
import { parsePdf } from "./parse-pdf.ts";

const stream = (dictionary: string, data: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`4 0 obj\n<< /Length ${data.length} ${dictionary} >>\nstream\n`),
    data,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
const page = Buffer.alloc(5_000_000, "BT (a) Tj ET\n");

test("a stream that unpacks to far more than its size is found without unpacking all of it", () => {
  const bomb = Buffer.concat([Buffer.from("%PDF-1.4\n"), stream("/Filter /FlateDecode", deflateSync(page))]);
  assert.ok(bomb.length < 20_000);
  assert.equal(unpacksBeyond(bomb, 1_000_000), true);
  assert.equal(unpacksBeyond(bomb, 6_000_000), false);
});

test("a stream that was packed twice, and many that are large together", () => {
  const twice = stream("/Filter [/FlateDecode /FlateDecode]", deflateSync(deflateSync(page)));
  assert.equal(unpacksBeyond(twice, 1_000_000), true);
  const many = Buffer.concat(Array.from({ length: 4 }, () => stream("/Filter /FlateDecode", deflateSync(page))));
  assert.equal(unpacksBeyond(many, 15_000_000), true);
  assert.equal(unpacksBeyond(many, 25_000_000), false);
});

test("pictures, damaged and plain streams count for what they are", () => {
  const picture = stream("/Subtype /Image /Filter /FlateDecode", deflateSync(page));
  assert.equal(unpacksBeyond(picture, 1_000_000), false);
  assert.equal(unpacksBeyond(stream("/Filter /FlateDecode", Buffer.from("no zlib")), 1_000), false);
  assert.equal(unpacksBeyond(stream("", page), 1_000_000), true);
  assert.equal(unpacksBeyond(Buffer.from("stream\nendstream stream\r\nno end"), 1_000), false);
});

test("the date of the last change, else of the making, as ISO 8601; a day that there is not is none", () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    "D:20221217024144+01'00'": "2022-12-17T02:41:44+01:00",
    "D:20221217024144Z": "2022-12-17T02:41:44Z",
    "D:202212170241": "2022-12-17T02:41:00Z",
    "D:20221217254144": "2022-12-17",
    "20221217": "2022-12-17",
    "D:2022": "2022-01-01",
    "D:20220231024144": undefined,
    "D:20221317": undefined,
    "17 December": undefined,
  };
  const dateOf = (information: Readonly<Record<string, string>>) =>
    infoMetadata({ information: (name) => information[name] ?? "" }).date;
  for (const [value, date] of Object.entries(cases)) assert.equal(dateOf({ ModDate: value }), date, value);
  assert.equal(dateOf({ ModDate: "D:20220231", CreationDate: "D:20220201" }), "2022-02-01");
});

test("of a large file the library holds some pages at a time; the text and what was filled in are the same", async () => {
  const line = (page: number, i: number) => ({ x: 72, y: 760 - 12 * i, text: `page ${page} line ${i}` });
  const pages = Array.from({ length: 400 }, (_, page) => Array.from({ length: 40 }, (_, i) => line(page, i)));
  const annotations = [0, 399].map((page) => ({
    page,
    body: `/Subtype /Widget /FT /Tx /T (name${page}) /V (Ada ${page}) /Rect [72 100 200 120]`,
  }));
  const parse = (bytes: Uint8Array) => parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS });
  const small = await parse(makePdf({ pages, annotations }));
  assert.match(small.text, /Ada 399/u);
  // A comment makes each page large.
  const nothing = `%${"x".repeat(80_000)}\n`;
  const bytes = makePdf({
    pages: pages.map(([first, ...rest]) => [{ ...line(0, 0), ...first, before: nothing }, ...rest]),
    annotations,
  });
  const before = process.memoryUsage().external;
  assert.deepEqual(await parse(bytes), small);
  const held = process.memoryUsage().external - before;
  assert.ok(held < 1.7 * bytes.length, `${held} bytes held for a file of ${bytes.length}`);
});
