import assert from "node:assert/strict";
import { test } from "node:test";
import { namesFile } from "./names-file.ts";

test("a file is named by its path, its last parts, and the last words of its name; not by a part of a word", () => {
  for (const name of [
    "src/ranking/weights.ts",
    "ranking/weights.ts",
    "weights.ts",
    "/src/ranking/weights.ts",
    "/home/kai/loci/src/ranking/weights.ts",
    "~/loci/src/ranking/weights.ts",
  ])
    assert.ok(namesFile("src/ranking/Weights.ts", [name]), name);
  assert.ok(namesFile("notes/Meeting with Alice.md", ["budget.md", "alice.md"]));
  assert.ok(namesFile("Café.md", ["cafe.md"]));
  for (const name of ["eights.ts", "g/weights.ts", "other/src/ranking/weights.ts", "weights"])
    assert.ok(!namesFile("src/ranking/weights.ts", [name]), name);
  assert.ok(!namesFile("best-first.ts", ["first.ts"]));
  assert.ok(!namesFile("weights.ts", []));
});
