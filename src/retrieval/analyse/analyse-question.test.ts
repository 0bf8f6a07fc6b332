import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNames } from "./analyse-question.ts";

test("names of files, with folders and without, in the middle of a sentence", () => {
  assert.deepEqual(fileNames("where is rank.ts?"), ["rank.ts"]);
  assert.deepEqual(fileNames("What do `./src/ranking/Weights.ts` and (ARCHITECTURE.md) say."), [
    "src/ranking/weights.ts",
    "architecture.md",
  ]);
  assert.deepEqual(fileNames("coverage.test.ts, ~/notes/Café.md"), ["coverage.test.ts", "~/notes/cafe.md"]);
  assert.deepEqual(fileNames("日本語.md を開く"), ["日本語.md"]);
});

test("sentences and numbers name none", () => {
  for (const text of ["", "It rained. Then it stopped.", "1.5 litres", "version 2.0.1", "…", "a . b"])
    assert.deepEqual(fileNames(text), [], text);
});

test("a long hostile text takes bounded time, and many names are cut", () => {
  for (const text of ["a".repeat(10_000), "x/".repeat(5_000), `a${".".repeat(9_998)}a`])
    assert.deepEqual(fileNames(text), []);
  assert.equal(fileNames(Array.from({ length: 50 }, (_, i) => `f${i}.md`).join(" ")).length, 8);
});
