import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMirror } from "./mirror-text.ts";
import { assertLinear } from "../../text/linear.fixture.ts";

const HEADER = '<!-- loci:facts {"format":1,"scope":"kb","key":"lens","revision":3,"sum":"0"} -->\n';

function valuesOf(lines: string): readonly string[] | string {
  const content = parseMirror(HEADER + lines);
  return content.kind === "read" ? content.values : content.reason;
}

test("items without their comments; headings, comments and empty lines are none", () => {
  assert.deepEqual(
    valuesOf(
      " # Lenses \n\n <!-- a --> \n1. 35mm <!-- chat A --> \n- 50mm\n* a \\<!-- b --> \n+ a <!-- b\n2) x<!---->\n3. a <!-- b --> <!-- c -->y -->\n",
    ),
    ["35mm", "50mm", "a <!-- b -->", "a <!-- b", "x", "a"],
  );
  assert.equal(valuesOf("1. <!-- only a comment -->"), "an item is empty or longer than 300 characters");
  assert.equal(valuesOf("some text"), "a line is no item of a list");
});

test("a line without end takes linear time", async () => {
  for (const line of [
    (n: number) => `${" ".repeat(n)}x`,
    (n: number) => `1. a${" ".repeat(n)}x`,
    (n: number) => `1. ${"<!--".repeat(n / 4)}`,
    (n: number) => `1. ${"<!-- -->".repeat(n / 8)}x`,
  ]) {
    await assertLinear(line(8), 100_000, (n) => valuesOf(line(n)));
  }
});
