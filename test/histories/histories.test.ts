import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathBundle } from "../../src/conversation/transcripts/bundles.ts";
import { readAll, type ReadAll } from "../../src/conversation/transcripts/read-all.fixture.ts";

const folder = join(import.meta.dirname, "files");

/** A history as `expected.txt` writes it: its form, then per message the time, the kind, who speaks, the words, and a caption in brackets. */
function told({ format, entries, problems }: ReadAll): readonly string[] {
  assert.deepEqual(problems, []);
  const lines = entries.map(({ time, kind, author, role, text, caption }) =>
    [time ?? "-", kind, author ?? role, JSON.stringify(text), ...(caption === null ? [] : [`[${caption}]`])].join(" "),
  );
  return [format, ...lines];
}

const names = readdirSync(folder).sort();

test("one history of each form: who said what, and when", async () => {
  const sections = readFileSync(join(import.meta.dirname, "expected.txt"), "utf8")
    .trim()
    .split("\n\n");
  const expected = new Map(sections.map((section) => [section.split("\n", 1)[0], section.split("\n").slice(1)]));
  assert.deepEqual([...expected.keys()].sort(), names);
  for (const name of names)
    assert.deepEqual(told(await readAll(name, await pathBundle(join(folder, name)))), expected.get(name), name);
});

/** The same value with the fields of its objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

/** What another program may do to a text on its way. */
const CHANGES: readonly ((text: string, name: string) => string)[] = [
  (text) => text.replaceAll(/\r?\n/gu, "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => `\uFEFF\r\n${text.replaceAll(/\r?\n/gu, "\r\n")}\r\n`,
  (text) => `\n\n${text}\n\n`,
  (text, name) => (name.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text),
  (text, name) =>
    name.endsWith(".json")
      ? JSON.stringify(turned(JSON.parse(text)), null, "\t")
      : name.endsWith(".jsonl")
        ? text.replaceAll(/^.+$/gmu, (line) => JSON.stringify(turned(JSON.parse(line))))
        : text,
];

test("other line ends, a mark in front, blank lines and another order of fields change nothing", async () => {
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    const expected = told(await readAll(name, text));
    for (const [i, change] of CHANGES.entries()) {
      const lines = told(await readAll(name, change(text, name))).map((line) => line.replaceAll("\\r", ""));
      assert.deepEqual(lines, expected, `${name}, change ${i + 1}`);
    }
  }
});
