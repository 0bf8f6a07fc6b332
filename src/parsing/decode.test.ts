import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decode, windows1252 } from "./decode.ts";
import { DEFAULT_PARSE_LIMITS } from "./parser-input.ts";
import { parseFile } from "./registry.ts";

test("UTF-8 with and without a mark, UTF-16 behind one", () => {
  assert.deepEqual(decode(Buffer.from("tea é😀")), { text: "tea é😀" });
  assert.deepEqual(decode(Buffer.from("\ufefftea")), { text: "tea" });
  assert.deepEqual(decode(Buffer.from("\ufeffté😀", "utf16le")), { text: "té😀" });
  assert.deepEqual(decode(Buffer.from("\ufeffté😀", "utf16le").swap16()), { text: "té😀" });
  assert.deepEqual(decode(new Uint8Array()), { text: "" });
});

test("UTF-16 without a mark is told by where its NULs stand", () => {
  for (const text of [
    "Plant gooseberries\r\nin September",
    "Крыжовник сажают осенью\r\n",
    "すぐりは九月に植えます。\n",
    "一二一 一一一\n",
    "ab😀",
  ]) {
    assert.deepEqual(decode(Buffer.from(text, "utf16le")), { text });
    assert.deepEqual(decode(Buffer.from(text, "utf16le").swap16()), { text });
  }
  for (const text of ["# Text\n\nwith a \0 in it\n", "ended by a NUL.\0", "Größe\0 12"])
    assert.deepEqual(decode(Buffer.from(text)), { refused: "binary" }, text);
  // Small numbers in two bytes each, a NUL on either side, half a character too many, what stands for nothing.
  for (const bytes of [
    [1, 0, 2, 0, 3, 0],
    [0x61, 0, 0, 0x61],
    [0x61, 0, 0x62, 0, 0x63],
    [0x61, 0, 0, 0xe0],
    [0x61, 0, 0x00, 0xd8],
  ])
    assert.deepEqual(decode(Buffer.from(bytes)), { refused: "binary" });
});

test("what isn't text is refused, never repaired", () => {
  assert.deepEqual(decode(Buffer.from("a\0b")), { refused: "binary" });
  assert.deepEqual(decode(Buffer.from([0x61, 0xff, 0x62])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from([0xe2, 0x82])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from([0xff, 0xfe, 0x00, 0xd8])), { refused: "broken-utf8" });
  assert.deepEqual(decode(Buffer.from("\ufeffa\0", "utf16le")), { refused: "binary" });
});

test("encoding what was decoded gives the bytes again", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const decoded = decode(bytes);
      if ("text" in decoded && !bytes.includes(0) && bytes[0] !== 0xef && bytes[0] !== 0xff && bytes[0] !== 0xfe)
        assert.deepEqual(new TextEncoder().encode(decoded.text), bytes);
    }),
  );
});

/** "Größe, “déjà vu” – 5 €" with text around it, as Windows writes it. */
const BYTES = Buffer.from("Die Gr\xF6\xDFe: \x93d\xE9j\xE0 vu\x94 \x96 kostet heute 5 \x80 und mehr.\r\n", "latin1");
const TEXT = "Die Größe: “déjà vu” – kostet heute 5 € und mehr.\r\n";

test("older European text is read as Windows-1252, and says so", async () => {
  assert.equal(windows1252(BYTES), TEXT);
  const document = await parseFile({ bytes: BYTES, path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS });
  assert.equal(document.text, TEXT);
  assert.equal(document.metadata.encoding, "windows-1252");
  const utf8 = { bytes: Buffer.from(TEXT), path: "a.txt", documentType: "txt", limits: DEFAULT_PARSE_LIMITS };
  assert.equal((await parseFile(utf8)).metadata.encoding, undefined);
});

test("damaged UTF-8, other encodings and binary data stay refused", () => {
  const refused = {
    damaged: Buffer.concat([Buffer.from("Die Größe der Stadt ist bekannt."), Buffer.from([0xc3])]),
    russian: Buffer.from("\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0 \xEC\xE8\xF0 \xEC\xE8\xF0", "latin1"),
    control: Buffer.from("some text with \x01 in it and \xE9", "latin1"),
    nothing: Buffer.from("some text with a byte \x81 of no sign", "latin1"),
    short: Buffer.from([0x23, 0x20, 0xc3, 0x28, 0x0a]),
    plain: Buffer.from("plain text of ASCII alone"),
  };
  for (const [name, bytes] of Object.entries(refused)) assert.equal(windows1252(bytes), null, name);
});
