import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "./linear.fixture.ts";
import { noteLinks, namesFile } from "./note-links.ts";

test("links of a note are found with their heading, whatever is shown for them", () => {
  const text =
    "See [[Plan]], [[work/Budget 2026#Costs|the costs]], ![[Photo notes^x]] and ![[A#B#C]].\n| [[Cell\\|c]] |";
  assert.deepEqual(
    noteLinks(text).map(({ target, anchor, relative }) => [target, anchor, relative]),
    [
      ["Plan", "", false],
      ["work/Budget 2026", "Costs", false],
      ["Photo notes^x", "", false],
      ["A", "C", false],
      ["Cell", "", false],
    ],
  );
  assert.deepEqual(noteLinks('Or [so](../a%20b.md#top "t") and [so](https://x.org/a.md), [so](x.png), [here](#top)'), [
    { target: "../a b.md", anchor: "top", relative: true, at: 6 },
  ]);
});

test("code holds no links, and a link into the same note is none", () => {
  for (const text of [
    "```toml\n[[bin]]\nname = 1\n```\n",
    "~~~\n[[a]]",
    "`[[ -f x ]]` and ``a ` [[b]]``",
    "[[#Heading]]",
    "[[https://x.org]]",
    "[[two\nlines]]",
  ])
    assert.deepEqual(noteLinks(text), [], text);
  assert.equal(noteLinks("```\n[[a]]\n```\n[[b]]")[0]?.target, "b");
});

test("huge texts take linear time", async () => {
  for (const unit of ["[[", "[[a|", "](", "](a.md#", "](a", "```\n", "~~~", "`a", "[[a]] ", "``"])
    await assertLinear(unit, 200_000, (n) => noteLinks(`[[${unit.repeat(n)}`));
});

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
