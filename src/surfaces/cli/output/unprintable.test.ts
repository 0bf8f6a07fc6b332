import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine, printable } from "./style.ts";

test("nothing that moves the cursor or turns the writing reaches a terminal", () => {
  for (let unit = 0; unit < 0x2100; unit++) {
    const character = String.fromCharCode(unit);
    const unseen = /[\u200b\u2060-\u2065\ufeff]/u.test(character);
    const controls = unseen || (/\p{Cc}|\p{Bidi_Control}/u.test(character) && !/[\u061c\u200e\u200f]/.test(character));
    assert.equal(printable(character) === character, !controls || "\t\n".includes(character), `U+${unit.toString(16)}`);
    assert.equal(
      oneLine(character) === character,
      !controls && !/[\u2028\u2029]/.test(character),
      `U+${unit.toString(16)}`,
    );
  }
  assert.equal(printable("a\r\nb\tc \x1b[31m\u202e"), "a\nb\tc \ufffd[31m\ufffd");
  assert.equal(oneLine("a\r\nb\tc \x1b[31m\u202e"), "a\\r\\nb\\tc \\x1b[31m\\u202e");
});
