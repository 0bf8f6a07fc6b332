import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { makeFontPdf, show } from "./make-font-pdf.fixture.ts";
import { CharacterMaps } from "./open-pdf.ts";
import { parsePdf } from "./parse-pdf.ts";

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
