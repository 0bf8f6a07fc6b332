import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makeFontPdf, numberedFont, show } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";

const parse = (bytes: Uint8Array) => parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS });
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
const wide = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

const HELVETICA = () => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

test("a page whose font names no characters is said, and its numbers are no text", async () => {
  const { text, metadata } = await parse(
    makeFontPdf({
      fonts: { F: HELVETICA, N: numberedFont },
      pages: [
        show("F", hex("A page of words.")),
        show("N", wide("7KLV LV QR WHAW")) + show("F", hex("ix"), 72, 60),
        show("F", hex("More words than numbers are here.")) + show("N", wide("ABC"), 72, 500),
      ],
    }),
  );
  assert.deepEqual(metadata.unreadablePages, [2]);
  assert.equal(text, "A page of words.\n\nix\n\nMore words than numbers are here.\n\nABC");
});

test("a file of nothing else is skipped, since there is nothing to find in it", async () => {
  const bytes = makeFontPdf({ fonts: { N: numberedFont }, pages: [show("N", wide("7KLV"))] });
  await assert.rejects(
    parse(bytes),
    (error: unknown) => error instanceof LociError && error.details["reason"] === "unreadable-fonts",
  );
});

test("numbers that are said to be characters are text", async () => {
  const { text, metadata } = await parse(
    makeFontPdf({
      fonts: { N: (add) => numberedFont(add, "/ToUnicode /Identity-H") },
      pages: [show("N", wide("This is text."))],
    }),
  );
  assert.deepEqual([text, metadata.unreadablePages], ["This is text.", undefined]);
});

/** A page of one font that isn't in the file: name, map of codes, ordering of its collection, and the codes in hex. */
function pageOf(font: string, map: string, ordering: string, hex: string): Uint8Array {
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  return makeFontPdf({
    fonts: {
      F: (add) => {
        const descriptor = add(
          `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>`,
        );
        const descendant = add(
          `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo ${system} /FontDescriptor ${descriptor} /DW 1000 >>`,
        );
        return `<< /Type /Font /Subtype /Type0 /BaseFont /${font}-${map} /Encoding /${map} /DescendantFonts [${descendant}] >>`;
      },
    },
    pages: [show("F", hex)],
  });
}

// Bytes by Python's codecs; what is expected was compared with pdftotext and poppler's own copy of the maps.
const SAMPLES: readonly (readonly [name: string, bytes: Uint8Array, text: string])[] = [
  ["Shift JIS", pageOf("HeiseiMin-W3", "90ms-RKSJ-H", "Japan1", "938c8b9e93c18b968b9689c28bc7"), "東京特許許可局"],
  ["EUC-JP", pageOf("HeiseiMin-W3", "EUC-H", "Japan1", "c6fccbdcb8ec"), "日本語"],
  ["UTF-16", pageOf("Ryumin-Light", "UniJIS-UTF16-H", "Japan1", "543e8f29306f732b30673042308b"), "吾輩は猫である"],
  ["GBK", pageOf("STSong-Light", "GBK-EUC-H", "GB1", "bbfac6f7d1a7cfb0d3ebcafdbeddbfe2"), "机器学习与数据库"],
  ["Big5", pageOf("MSung-Light", "ETen-B5-H", "CNS1", "bb4fc657a46abec7b9cfaed1c05d"), "臺灣大學圖書館"],
  ["UHC", pageOf("HYSMyeongJo", "KSCms-UHC-H", "Korea1", "c7d1b1b9beee20b9aebcadc0d4b4cfb4d9"), "한국어 문서입니다"],
  ["numbers of Adobe's collection", pageOf("KozMinPro", "Identity-H", "Japan1", "04d306900d51"), "臼許判"],
];

for (const [name, bytes, text] of SAMPLES)
  test(`a font that isn't embedded is read by its character map: ${name}`, async () => {
    const parsed = await parsePdf({ bytes, path: "a.pdf", limits: DEFAULT_PARSE_LIMITS });
    assert.equal(parsed.text, text);
  });
