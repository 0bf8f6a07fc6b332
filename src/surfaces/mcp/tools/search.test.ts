import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../../index.ts";
import type { ToolCall } from "../tool.ts";
import { searchTool } from "./search.ts";

test("a question for several things goes as deep as an agent has room for, and says what it left out", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-mcp-search-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const project = await loci.project("test");
  const notes = join(folder, "notes");
  mkdirSync(notes);
  const long =
    "It was told of at length, with the weather, the people who came along and all that they had for lunch. ".repeat(8);
  for (let i = 0; i < 30; i++)
    writeFileSync(
      join(notes, `${i}.md`),
      `Ann read book number ${i}, a novel of the coast. ${i % 2 === 0 ? long : ""}\n`,
    );
  await project.index([notes], { scope: "kb" });
  const call = {
    project,
    caller: "owner",
    signal: new AbortController().signal,
    ifEmpty: () => [],
  } as unknown as ToolCall;
  const ask = async (more: Readonly<Record<string, number>>) => {
    const { structured, text } = await searchTool.run({ query: "What books has Ann read?", ...more }, call);
    const { hits, notes, several } = structured as Awaited<ReturnType<typeof project.search>>;
    return { hits, several, text, codes: notes.map(({ code }) => code) };
  };
  const whole = await project.search("What books has Ann read?", { passage: 300 });
  assert.ok(whole.several !== undefined && whole.hits.length > 20);
  const usual = await ask({});
  assert.ok(usual.hits.length >= 10 && usual.hits.length < whole.hits.length);
  assert.deepEqual(usual.several, { documents: usual.hits.length });
  assert.deepEqual(
    usual.hits.map(({ id }) => id),
    whole.hits.slice(0, usual.hits.length).map(({ id }) => id),
  );
  // More than ten only while they fit.
  assert.ok(
    usual.hits.length === 10 || usual.text.length <= 4_800,
    `${usual.hits.length} hits of ${usual.text.length} characters`,
  );
  assert.deepEqual(usual.codes, ["MORE"]);
  assert.match(usual.text, new RegExp(`${whole.hits.length - usual.hits.length} more .*limit: ${whole.hits.length}`));
  const more = await ask({ limit: whole.hits.length });
  assert.deepEqual([more.hits.length, more.codes], [whole.hits.length, []]);
});
