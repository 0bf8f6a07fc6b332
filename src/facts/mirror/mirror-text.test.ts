import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMirror } from "./mirror-text.ts";

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

test("a line without end takes linear time", () => {
  for (const line of [
    `${" ".repeat(100_000)}x`,
    `1. a${" ".repeat(100_000)}x`,
    `1. ${"<!--".repeat(25_000)}`,
    `1. ${"<!-- -->".repeat(12_500)}x`,
  ]) {
    const started = performance.now();
    valuesOf(line);
    assert.ok(performance.now() - started < 1_000, `${line.slice(0, 12)} took ${performance.now() - started} ms`);
  }
});
