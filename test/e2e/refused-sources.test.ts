import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";

const SAID = JSON.stringify({ session: "s", id: "1", role: "user", text: "The heron is Ada's." });

test("what could not be read at first sight is no source, whatever brought it; what was read once stays", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-refused-"));
  const home = join(root, "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(async () => {
    await loci.close();
    rmSync(root, { recursive: true, force: true });
  });
  const project = await loci.project("p");
  const odd = join(root, "odd.json");
  const folder = join(root, "folder");
  mkdirSync(folder);
  for (const path of [odd, join(folder, "one.json")]) writeFileSync(path, '{"hello": 1}');
  const keys = async (): Promise<readonly string[]> => (await project.sources()).map(({ name }) => name);
  const ways: Readonly<Record<string, () => Promise<{ readonly status: string }>>> = {
    file: async () => await project.mine([odd], { scope: "admin" }),
    folder: async () => await project.mine([folder], { scope: "admin", format: "codex" }),
    queue: async () => {
      const queue = await project.queue();
      const { id } = await queue.mine([odd], { scope: "admin" });
      return await queue.ended(id);
    },
    all: async () => await loci.mine([odd], { scope: "admin", fallback: "p" }),
  };
  for (const [way, bring] of Object.entries(ways)) {
    assert.equal((await bring()).status, "failed", way);
    assert.deepEqual(await keys(), [], way);
  }
  const binary = join(root, "binary.txt");
  writeFileSync(binary, "\0\x01");
  assert.equal((await project.index([binary], { scope: "kb" })).files.skipped, 1);
  assert.deepEqual(await keys(), [], "a file that is no text");
  writeFileSync(binary, "A text.");
  await project.index([binary], { scope: "kb" });
  writeFileSync(binary, "\0\x01");
  await project.index([binary], { scope: "kb" });
  assert.deepEqual(await keys(), ["binary.txt"], "it was read once");
  await project.removeSource("binary.txt");
  mkdirSync(join(root, "scans"));
  for (const name of ["one.txt", "two.doc"]) writeFileSync(join(root, "scans", name), "\0\x01");
  assert.equal((await project.index([join(root, "scans")], { scope: "kb" })).files.skipped, 2);
  assert.deepEqual(await keys(), [], "a folder of which nothing could be read");
  // Documents that were taken for chats, by their folder: told as skipped, and no source either.
  mkdirSync(join(root, "notes"));
  for (const name of ["a.md", "b.txt"]) writeFileSync(join(root, "notes", name), "# Heron\n\nIt stands in the pond.\n");
  assert.equal((await project.mine([join(root, "notes")], { scope: "admin" })).files.skipped, 2);
  assert.equal((await loci.mine([join(root, "notes")], { scope: "admin", fallback: "p" })).files.skipped, 2);
  assert.deepEqual(await keys(), []);
  assert.deepEqual(readdirSync(join(home, "projects/p/sessions")), []);
  const codes = (await project.search("heron")).notes.map(({ code }) => code);
  assert.deepEqual(codes, ["MODEL_UNAVAILABLE"]);

  writeFileSync(odd, SAID);
  await project.mine([odd], { scope: "admin", format: "jsonl" });
  writeFileSync(odd, "not JSON\n");
  assert.equal((await project.mine([odd], { scope: "admin", format: "jsonl" })).status, "failed");
  assert.deepEqual(await keys(), ["odd.json"], "its messages are kept");
  assert.equal((await project.search("heron")).hits.length, 1);
});
