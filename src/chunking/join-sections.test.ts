import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "../parsing/markdown/parse-markdown.ts";
import { chunk } from "./chunk.ts";

const options = { maxChunkSize: 1_500, overlapLines: 2 };
const chunksOf = (text: string) => chunk(parseMarkdown({ text, path: "a.md" }), options);

test("a document of very many tiny sections makes no drawer under 100 characters but the last", () => {
  const text = "# h\n".repeat(20_000);
  const chunks = chunksOf(text);
  assert.ok(chunks.length <= text.length / 100, `${chunks.length} drawers`);
  assert.ok(chunks.slice(0, -1).every((one) => one.text.length >= 100));
  assert.equal(chunks.map((one) => one.text).join(""), text);
});

test("tiny sections stay passages of their own where there are few", () => {
  const text = Array.from({ length: 40 }, (_, i) => `# Term ${i}\n\nIts meaning.\n\n`).join("");
  assert.equal(chunksOf(text).length, 40);
});

test("large sections between tiny ones stay as they are", () => {
  const large = `# Large\n\n${"A sentence of the large section. ".repeat(20)}\n\n`;
  const text = "# h\n\nx\n\n".repeat(120) + large + "# h\n\nx\n\n".repeat(120);
  const chunks = chunksOf(text);
  assert.equal(chunks.map((one) => one.text).join(""), text);
  assert.ok(
    chunks.some(({ text: one }) => one.startsWith("# Large")) ||
      chunks.some(({ text: one }) => one.includes("# Large")),
  );
});
