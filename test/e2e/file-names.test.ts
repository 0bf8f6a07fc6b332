import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

test("a note is found by its folder, its name and its title where its text says none of them, and after a move by the new ones", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, {
    "Projects/Zephyr/Meeting with Alice.md": "We agreed on five per cent.\n",
    "recipes/risotto.md":
      "---\ntitle: What grandmother cooked\ntags: [supper]\n---\n# Rice\n\nStir for twenty minutes.\n\n# Wine\n\nA glass of white.\n",
    "src/parse_dates.ts": "export const month = 5;\n",
    "12.md": "Neither here nor there.\n",
    "other.md": "Nothing of the kind.\n",
  });
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb", include: ["**/*.md", "**/*.ts"] });
  const found = async (query: string): Promise<string[]> =>
    (await project.search(query, { mode: "lexical" })).hits.map(({ source }) => source.path);
  assert.deepEqual(await found("what did we say in the meeting with alice"), ["Projects/Zephyr/Meeting with Alice.md"]);
  assert.deepEqual(await found("zephyr"), ["Projects/Zephyr/Meeting with Alice.md"]);
  assert.deepEqual(await found('"meeting with alice"'), ["Projects/Zephyr/Meeting with Alice.md"]);
  assert.deepEqual(await found('"zephyr meeting"'), [], "a phrase stands within one name");
  assert.deepEqual(await found("the wine for the supper that grandmother cooked"), [
    "recipes/risotto.md",
    "recipes/risotto.md",
  ]);
  assert.equal(
    (await project.search("the wine for the supper that grandmother cooked", { mode: "lexical" })).hits[0]?.heading,
    "Wine",
  );
  assert.deepEqual(await found("parse_dates.ts"), ["src/parse_dates.ts"]);
  assert.deepEqual(await found("12"), [], "a mere number is no name");
  const [hit] = (await project.search("zephyr")).hits;
  assert.deepEqual(
    [hit?.text, hit?.breadcrumb],
    ["We agreed on five per cent.\n", []],
    "what is shown stays as it was written",
  );
  renameSync(join(notes, "Projects/Zephyr"), join(notes, "Projects/Mistral"));
  await project.index([]);
  assert.deepEqual(await found("zephyr"), []);
  assert.deepEqual(await found("mistral"), ["Projects/Mistral/Meeting with Alice.md"]);
});

test("a file that is asked for by its name stands before those that only mention it", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, {
    "src/rank.ts": "export const order = 1;\n",
    "src/search.ts":
      'import { order } from "./rank.ts";\n\n// rank.ts comes first, then rank.ts again: see rank.ts.\nexport const found = order;\n',
    "postgres/reset-a-sequence.md": "# Reset A Sequence\n\nAlter it to restart with one.\n",
    "README.md":
      "# Notes\n\n- [Reset A Sequence](postgres/reset-a-sequence.md)\n- [List Tables](postgres/list-tables.md)\n",
  });
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb", include: ["**/*.md", "**/*.ts"] });
  const first = async (query: string): Promise<string | undefined> =>
    (await project.search(query)).hits[0]?.source.path;
  for (const query of ["rank.ts", "Where is src/RANK.ts?", "what does `rank.ts` do", "./src/rank.ts"])
    assert.equal(await first(query), "src/rank.ts", query);
  assert.equal(await first("postgres/reset-a-sequence.md"), "postgres/reset-a-sequence.md");
  const [hit] = (await project.search("rank.ts", { explain: true })).hits;
  assert.equal(hit?.explanation?.features["named"]?.value, 1);
});
