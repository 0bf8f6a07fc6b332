import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathBundle } from "../../src/conversation/transcripts/bundles.ts";
import { readAll } from "../../src/conversation/transcripts/read-all.fixture.ts";

const folder = join(import.meta.dirname, "files");

/** A history as `expected.txt` writes it: its form, then per message the time, the kind, who speaks, the words, and a caption in brackets. */
async function told(name: string): Promise<readonly string[]> {
  const { format, entries, problems } = await readAll(name, await pathBundle(join(folder, name)));
  assert.deepEqual(problems, []);
  const lines = entries.map(({ time, kind, author, role, text, caption }) =>
    [time ?? "-", kind, author ?? role, JSON.stringify(text), ...(caption === null ? [] : [`[${caption}]`])].join(" "),
  );
  return [format, ...lines];
}

test("one history of each form: who said what, and when", async () => {
  const sections = readFileSync(join(import.meta.dirname, "expected.txt"), "utf8")
    .trim()
    .split("\n\n");
  const expected = new Map(sections.map((section) => [section.split("\n", 1)[0], section.split("\n").slice(1)]));
  const names = readdirSync(folder).sort();
  assert.deepEqual([...expected.keys()].sort(), names);
  for (const name of names) assert.deepEqual(await told(name), expected.get(name), name);
});
