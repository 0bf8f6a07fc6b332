import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makeFontPdf, numberedFont, show } from "./make-pdf.fixture.ts";
import { parsePdf } from "./parse-pdf.ts";
import { CharacterMaps } from "./open-pdf.ts";
import { builtInNames, accented, glyphText } from "./glyph-names.ts";

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

test("character maps are the only data that is read, and by name only", async () => {
  const maps = new CharacterMaps();
  assert.ok((await maps.fetch({ kind: "cMapUrl", filename: "GBK-EUC-H.bcmap" })).length > 1000);
  await assert.rejects(maps.fetch({ kind: "cMapUrl", filename: "../package.json" }));
  await assert.rejects(maps.fetch({ kind: "wasmUrl", filename: "GBK-EUC-H.bcmap" }));
});

test("names of glyphs are read by the rules of Adobe's glyph list", () => {
  const cases: Readonly<Record<string, string | null>> = {
    f_f_i: "ffi",
    fl: "fl",
    "A.sc": "A",
    "one.oldstyle": "1",
    uniFB01: "fi",
    uni00660069: "fi",
    u1F600: "😀",
    adieresis: "ä",
    T_h: "Th",
    ".notdef": null,
    uniD800: null,
    g23: null,
    f_g23: null,
    "": null,
  };
  for (const [name, text] of Object.entries(cases)) assert.equal(glyphText(name), text, name);
  assert.deepEqual(
    [accented("ı", "´"), accented("u", "¨"), accented("q", "¨"), accented("u", "!")],
    ["í", "ü", null, null],
  );
});

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const index = (...items: Buffer[]) => {
  if (items.length === 0) return u16(0);
  const ends = items.map((_, i) => 1 + items.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([u16(items.length), Buffer.from([1, 1, ...ends]), ...items]);
};
const number = (value: number) => Buffer.from([29, 0, 0, value >> 8, value & 255]);

/** A font of three glyphs: A, fi and f_j, which its map has at 65, 0xE000 and 0xE001. */
function font(): Buffer {
  const head = Buffer.concat([Buffer.from([1, 0, 4, 1]), index(Buffer.from("F"))]);
  const strings = index(Buffer.from("f_j"));
  const topLength = 12;
  const before = head.length + 5 + topLength + strings.length + 2;
  const charset = Buffer.concat([Buffer.from([0]), u16(34, 109, 391)]);
  const top = Buffer.concat([number(before), Buffer.from([15]), number(before + charset.length), Buffer.from([17])]);
  const glyphs = index(...Array.from({ length: 4 }, () => Buffer.from([14])));
  const cff = Buffer.concat([head, index(top), strings, index(), charset, glyphs]);
  const segments = [
    u16(65, 0xe001, 0xffff),
    u16(0),
    u16(65, 0xe000, 0xffff),
    u16(1 - 65 + 65536, 2 - 0xe000 + 65536, 1),
    u16(0, 0, 0),
  ];
  const cmap = Buffer.concat([u16(0, 1, 3, 1, 0, 12), u16(4, 40, 0, 6, 4, 1, 2), ...segments]);
  const table = (tag: string, at: number, { length }: Buffer) =>
    Buffer.concat([Buffer.from(tag), u16(0, 0, 0, at, 0, length)]);
  return Buffer.concat([
    Buffer.from("OTTO"),
    u16(2, 0, 0, 0),
    table("CFF ", 44, cff),
    table("cmap", 44 + cff.length, cmap),
    cff,
    cmap,
  ]);
}

test("a font's own names are found by way of its map; damage says nothing", () => {
  const own = builtInNames(font());
  assert.ok(own);
  assert.deepEqual([65, 0xe000, 0xe001, 66].map(own), ["A", "fi", "fj", null]);
  const bytes = font();
  for (let cut = 0; cut < bytes.length; cut++) {
    const part = builtInNames(bytes.subarray(0, cut));
    assert.ok(part === null || typeof part(65) !== "undefined");
  }
});
