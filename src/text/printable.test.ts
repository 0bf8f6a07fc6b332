import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine, printable } from "./printable.ts";

test("no character that shows nothing reaches a terminal, where it can carry words", () => {
  const ignored = /\p{Default_Ignorable_Code_Point}/u;
  for (let code = 0; code < 0xe1000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    if (!ignored.test(character) && !/[\p{Cc}\u2028\u2029]/u.test(character)) continue;
    const [text, name] = [printable(`pay${character}Ann`), oneLine(`pay${character}Ann`)];
    assert.ok(!ignored.test(text) && /^pay[\t\n\ufffd]?Ann$/u.test(text), code.toString(16));
    assert.match(name, /^pay\\(?:[nrt]|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\})Ann$/u, code.toString(16));
  }
  assert.equal(oneLine("a\u{e0041}\u{e0042}"), "a\\u{e0041}\\u{e0042}");
  assert.equal(printable("a\u2028b\tc\r\nd\u202ee"), "a\nb\tc\nd\ufffde");
  const meant = "\u2764\ufe0f \u{1f469}\u200d\u{1f4bb} \u0646\u200c\u06cc \u05d0\u200f.";
  assert.deepEqual([printable(meant), oneLine(meant)], [meant, meant]);
});
