import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "./parse-markdown.ts";

const shown = (text: string): string => {
  const parsed = parseMarkdown({ text, path: "a.md" });
  assert.equal(parsed.text.length, text.length);
  assert.equal(parsed.sections.map(({ span }) => parsed.text.slice(span.start, span.end)).join(""), parsed.text);
  return parsed.text;
};

test("an Obsidian comment, inline or over lines and headings, is in no text, title or outline", () => {
  const text =
    "---\ntitle: a\n---\n# Plan %%secret name%%\n\nWe ship %%not before June%% in May.\n\n%%\n# Hidden\n\nsecret\n%%\n\nEnd\n";
  const { sections } = parseMarkdown({ text, path: "a.md" });
  assert.deepEqual(
    sections.map(({ title }) => title),
    ["Plan"],
  );
  const left = shown(text);
  assert.doesNotMatch(left, /secret|June|Hidden|%%/);
  assert.match(left, /We ship +in May\./);
  assert.equal(left.split("\n").length, text.split("\n").length);
  assert.ok(left.endsWith("\n\nEnd\n"));
});

test("a comment that nobody closes reaches to the end where it begins a line; within a line it is text", () => {
  assert.equal(shown("open\n\n%% secret\n\nmore").trim(), "open");
  assert.equal(shown("100%% sure\n"), "100%% sure\n");
});

test("code holds no comment: fenced, indented, inline; a fence inside a comment shields nothing behind it", () => {
  for (const text of [
    "```erlang\n%% doc\nf() -> ok. %% end\n```\n",
    "a\n\n    %% doc\n    %% more\n",
    "`%%a%%` and ``%%`b%%``\n",
  ])
    assert.equal(shown(text), text);
  assert.doesNotMatch(shown("%%\n```\n%%\n\ntext %%secret%%\n"), /secret/);
  const kept = shown("%%\n```\n%%\n\n%%secret%%\n\n```\n%% code\n```\n");
  assert.doesNotMatch(kept, /secret/);
  assert.match(kept, /%% code/);
  assert.doesNotMatch(shown("%%\n```\n%%\n".repeat(100) + "%%secret%%"), /secret/);
});

test("marks without end are read in bounded time", () => {
  const runs = Array.from({ length: 1_500 }, (_, i) => "`".repeat(i + 1)).join(" ");
  assert.match(shown(`${runs} %%secret%% x`), / x$/);
  assert.doesNotMatch(shown("%%a%% ".repeat(50_000)), /a/);
});

test("a heading's links read as they are shown", () => {
  const titles = parseMarkdown({ text: "# Why [[Projects/Auth|Auth]] and ![[Clerk]]\n", path: "a.md" }).sections;
  assert.equal(titles[0]?.title, "Why Auth and Clerk");
});
