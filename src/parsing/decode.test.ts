import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decode } from "./decode.ts";

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
