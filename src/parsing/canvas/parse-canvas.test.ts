import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { assertExact } from "../assert-exact.fixture.ts";
import { DEFAULT_PARSE_LIMITS } from "../parser-input.ts";
import { parseFile } from "../registry.ts";

const parse = async (canvas: string): Promise<ParsedDocument> =>
  await parseFile({
    path: "board.canvas",
    documentType: "canvas",
    bytes: new TextEncoder().encode(canvas),
    limits: DEFAULT_PARSE_LIMITS,
  });

test("cards stand under their group from the top down, files and labels of arrows too, comments nowhere", async () => {
  const at = (x: number, y: number, width = 100, height = 50): object => ({ x, y, width, height });
  const parsed = await parse(
    JSON.stringify({
      nodes: [
        { id: "g", type: "group", label: "Release", ...at(500, 0, 400, 400) },
        { id: "b", type: "text", text: "Second: `%%kept%%`", ...at(510, 200) },
        { id: "a", type: "text", text: "First %%private\n\nplan%%", ...at(510, 100) },
        { id: "h", type: "text", text: "%% all of this is private", ...at(510, 50) },
        { id: "f", type: "file", file: "Notes/Auth.md", subpath: "#Clerk", ...at(0, 0) },
        { id: "l", type: "link", url: "https://example.org/x", ...at(0, 90) },
      ],
      edges: [{ id: "e", fromNode: "f", toNode: "b", label: "decides %%why%%" }],
    }),
  );
  assertExact(parsed.text, parsed);
  assert.deepEqual(
    parsed.sections.map(({ title, lines }) => [title, lines]),
    [
      ["", null],
      ["Release", null],
    ],
  );
  assert.doesNotMatch(parsed.text, /private|why/);
  const order = [
    "Notes/Auth.md#Clerk",
    "https://example.org/x",
    "# Release",
    "First",
    "Second",
    "Auth.md#Clerk: decides",
  ];
  const found = order.map((part) => parsed.text.indexOf(part));
  assert.deepEqual(
    found,
    [...found].sort((a, b) => a - b),
  );
  assert.ok(
    found.every((offset) => offset >= 0),
    parsed.text,
  );
  assert.match(parsed.text, /`%%kept%%`/);
});

test("what is no canvas, or holds nothing, is skipped with its reason", async () => {
  const reasonOf = async (canvas: string): Promise<unknown> =>
    await parse(canvas).then(
      () => "read",
      (thrown: LociError) => thrown.details["reason"],
    );
  assert.equal(await reasonOf(""), "empty");
  assert.equal(await reasonOf('{"nodes":[],"edges":[]}'), "empty");
  assert.equal(await reasonOf('{"nodes": 3}'), "empty");
  assert.equal(await reasonOf("[]"), "damaged");
  assert.equal(await reasonOf('{"nodes":['), "damaged");
  assert.equal(await reasonOf('{"nodes":[{"type":"text","text":"only this"}, 7, null]}'), "read");
});
