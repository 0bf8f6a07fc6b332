import assert from "node:assert/strict";
import test from "node:test";
import { generatedDocs } from "../generated-docs.ts";
import { describedCommands } from "./cli-reference.ts";
import { undocumented } from "./undocumented.ts";

test("the pages as generated name everything", async () => {
  assert.deepEqual(undocumented(await generatedDocs(), await describedCommands()), []);
});

for (const [page, line, said] of [
  ["cli.md", "## loci search", "docs/cli.md doesn't have loci search"],
  ["cli.md", "| `--budget-tokens <n>` |", "docs/cli.md doesn't have loci search --budget-tokens <n>"],
  ["config.md", "| `max_chunk_size` |", "docs/config.md doesn't have chunking.max_chunk_size"],
  ["errors.md", "| `STORAGE_FULL` |", "docs/errors.md doesn't have STORAGE_FULL"],
] as const) {
  test(`red: a page without ${line}`, async () => {
    const pages = new Map(await generatedDocs());
    const text = pages.get(page) ?? "";
    assert.ok(text.includes(line));
    pages.set(page, text.replace(`${line}`, "").replaceAll("`--budget-tokens <n>`", ""));
    assert.ok(undocumented(pages, await describedCommands()).includes(said));
  });
}
