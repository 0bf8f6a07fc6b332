import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine, printable } from "./style.ts";

test("nothing that moves the cursor or turns the writing reaches a terminal", () => {
  for (let unit = 0; unit < 0x2100; unit++) {
    const character = String.fromCharCode(unit);
    // Joiners, selectors and marks of direction mean something behind other letters.
    const meant = /[\u061c\u200c-\u200f\p{Variation_Selector}]/u.test(character);
    const unsafe = !meant && /\p{Cc}|\p{Bidi_Control}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u.test(character);
    assert.equal(printable(character) === character, !unsafe || "\t\n".includes(character), `U+${unit.toString(16)}`);
    assert.equal(oneLine(character) === character, !unsafe, `U+${unit.toString(16)}`);
  }
  assert.equal(printable("a\r\nb\tc \x1b[31m\u202e"), "a\nb\tc \ufffd[31m\ufffd");
  assert.equal(oneLine("a\r\nb\tc \x1b[31m\u202e"), "a\\r\\nb\\tc \\x1b[31m\\u202e");
});
