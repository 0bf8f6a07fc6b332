import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInNames } from "./built-in-names.ts";
import { accented, glyphText } from "./glyph-names.ts";

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
