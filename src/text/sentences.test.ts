import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sentences } from "./sentences.ts";
import { assertLinear } from "./linear.fixture.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

const cut = (text: string): string[] => sentences(text).map(({ start, end }) => text.slice(start, end));

test("where sentences end and where not", () => {
  assert.deepEqual(cut("Hi Dr. Kay. Well?"), ["Hi Dr. Kay. ", "Well?"]);
  assert.deepEqual(cut("On 17. May at ten. In 17. Then Nr. 5. Am 3. Dezember."), [
    "On 17. May at ten. ",
    "In 17. ",
    "Then Nr. 5. ",
    "Am 3. Dezember.",
  ]);
  assert.deepEqual(cut("“Why?” she asked. Then 3.14, e.g. this. See fig. 2. J. Kay left!\n\nNew"), [
    "“Why?” she asked. ",
    "Then 3.14, e.g. this. ",
    "See fig. 2. ",
    "J. Kay left!\n\n",
    "New",
  ]);
  assert.deepEqual(cut("今日は。元気？」はい"), ["今日は。", "元気？」", "はい"]);
  assert.deepEqual(cut("1. Do it.\n2. Then that."), ["1. Do it.\n", "2. Then that."]);
  assert.deepEqual(cut("So do I. Then we left... Good."), ["So do I. ", "Then we left... ", "Good."]);
  assert.deepEqual(cut("\n\n  A. \n"), ["\n\n  A. \n"]);
  assert.deepEqual(cut("   "), ["   "]);
  assert.deepEqual(cut(""), []);
});

test("sentences cover the text exactly", () => {
  const unit = fc.constantFrom(...'aA1.!?…。」"” \n\r\t)é😀');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: codePoint })), (text) =>
      assert.equal(cut(text).join(""), text),
    ),
    { numRuns: rounds(2000, 67) },
  );
});

test("marks without end take linear time", async () => {
  for (const unit of [".", ". ", "\n", "a.", " ", '"', '."', "\v\n\n"]) {
    await assertLinear(JSON.stringify(unit), 200_000, (n) => sentences(unit.repeat(n)));
  }
});

test("ten million empty lines, or marks, are no fault", () => {
  for (const filler of ["\n", "\r\n", "\n \n", ".", "。", "!?", ")"]) {
    const text = `One.${filler.repeat(10_000_000 / filler.length)} Two.`;
    const found = sentences(text);
    assert.ok(text.slice(found.at(-1)?.start, found.at(-1)?.end).endsWith("Two."), JSON.stringify(filler));
  }
});
