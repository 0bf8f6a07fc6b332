import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

test("a source lists every file that its run told of: indexed, refused by a reader, and of a kind that none knows", async (t) => {
  const base = mkdtempSync(join(tmpdir(), "loci-sources-"));
  const loci = await openLoci({ home: join(base, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(base, { recursive: true, force: true });
  });
  const notes = join(base, "notes");
  mkdirSync(join(notes, "pictures"), { recursive: true });
  writeFileSync(join(notes, "a.md"), "# Violet\n\nThe lantern is lit.\n");
  writeFileSync(join(notes, "broken.pdf"), "no pdf at all");
  writeFileSync(join(notes, "pictures", "pier.png"), Buffer.from("89504e470d0a1a0a", "hex"));
  writeFileSync(join(notes, "sheet.unheard"), "12345");
  symlinkSync(join(base, "nowhere"), join(notes, "away.md"));
  const project = await loci.project("harbour");
  const { skipped, files: counts } = await project.index([notes], { scope: "kb" });
  const [source] = await project.sources();
  const listed = async () => (await project.sourceFiles(source?.key as string)).files;
  const files = await listed();
  assert.deepEqual(
    files.map(({ path, state }) => [path, state]),
    [
      ["a.md", "indexed"],
      ["away.md", "skipped"],
      ["broken.pdf", "skipped"],
      ["pictures/pier.png", "skipped"],
      ["sheet.unheard", "skipped"],
    ],
  );
  const told = skipped.map(({ path, reason }) => [path, reason]).toSorted();
  assert.deepEqual(
    files.filter(({ state }) => state === "skipped").map(({ path, reason }) => [path, reason]),
    told,
  );
  assert.equal(files.length, counts.seen);
  const unheard = files.find(({ path }) => path === "sheet.unheard");
  assert.deepEqual([unheard?.bytes, unheard?.contentHash], [5, null]);
  assert.ok(Math.abs(Date.parse(unheard?.modifiedAt ?? "") - Date.now()) < 600_000);
  const paged = await project.sourceFiles(source?.key as string, { limit: 2, offset: 3 });
  assert.deepEqual([paged.total, paged.files], [5, files.slice(3)]);
  // Of a folder that is away, what is stored is still listed.
  rmSync(notes, { recursive: true });
  assert.deepEqual(
    (await listed()).map(({ path }) => path),
    ["a.md", "broken.pdf"],
  );
});
