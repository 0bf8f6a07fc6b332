import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { globSync } from "tinyglobby";

const root = join(import.meta.dirname, "../..");
/** What the page is made of beside its own files: the client, as any program has it, and small libraries. */
const ALLOWED = new Set(["loci/client", "preact", "preact/hooks", "htm", "@preact/signals", "d3-force"]);
/** Bytes of the whole page, compressed. A view that brings a library of its own breaks it; raise it only for what readers gain. */
const MAX_BYTES = 75_000;

test("the page is a client like any other: it imports its own files, the client and small libraries", () => {
  const wrong = globSync("web/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)]
      .map(([, name]) => name as string)
      .filter(
        (name) =>
          !(name.startsWith("./") || (name.startsWith("../") && !name.includes("../../"))) && !ALLOWED.has(name),
      )
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(wrong, []);
});

test("the page turns no text into markup", () => {
  for (const file of globSync("web/**/*.ts", { cwd: root }))
    assert.doesNotMatch(
      readFileSync(join(root, file), "utf8"),
      /innerHTML|outerHTML|insertAdjacent|document\.write/,
      file,
    );
});

test("the whole page is small", () => {
  const files = globSync("dist/web/**/*", { cwd: root });
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0);
  assert.ok(files.length > 5 && bytes <= MAX_BYTES, `${bytes} bytes in ${files.length} files`);
});
