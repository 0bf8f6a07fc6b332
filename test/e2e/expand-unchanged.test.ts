import assert from "node:assert/strict";
import { chmodSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

test("an unchanged document is opened without being read; touched, changed and gone ones are told apart", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": note(1) });
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  const file = join(notes, "a.md");
  const [hit] = (await project.search("version")).hits;
  const id = hit?.id as string;
  const fresh = async (): Promise<boolean | undefined> => (await project.expand([id])).drawers[0]?.fresh;
  // Of the size and time that were recorded, and not readable: it isn't opened. (The superuser may read all the same.)
  chmodSync(file, 0o000);
  assert.equal(await fresh(), true);
  assert.equal((await project.source(id)).fresh, true);
  chmodSync(file, 0o600);
  utimesSync(file, 5, 5);
  assert.equal(await fresh(), true);
  const before = statSync(file);
  writeFileSync(file, `One more line.\n${note(1)}`);
  const [moved] = (await project.expand([id])).drawers;
  assert.deepEqual([moved?.fresh, moved?.lines?.start], [true, (hit?.lines?.start ?? 0) + 1]);
  writeFileSync(file, "Something else.\n");
  assert.equal(await fresh(), false);
  writeFileSync(file, note(1));
  utimesSync(file, before.atime, before.mtime);
  assert.equal(await fresh(), true);
});
