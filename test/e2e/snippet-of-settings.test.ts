import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";

test("a hit shows a note's front matter only where the question was found in it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-settings-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(
    join(folder, "a.md"),
    "---\ndraft: no\nstatus: halibut\ntags: [mooring]\n---\n# Moorings\n\nThe berth is F-12.\n",
  );
  const project = await loci.project("test");
  await project.index([join(folder, "a.md")], { scope: "kb" });
  const shown = async (query: string): Promise<string> => (await project.search(query)).hits[0]?.snippet ?? "";
  assert.equal(await shown("the berth"), "# Moorings\n\nThe berth is F-12.\n");
  assert.equal(await shown("who is the king of norway"), "# Moorings\n\nThe berth is F-12.\n");
  assert.equal(await shown("halibut"), "status: halibut");
});
