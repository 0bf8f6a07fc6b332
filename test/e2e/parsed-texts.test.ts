import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import type { ParsedDocument } from "../../src/model/section.ts";
import { packParsed, readParsed } from "../../src/ingest/parsed/parsed-texts.ts";
import { openLoci } from "../../src/index.ts";
import { makePdf } from "../../src/parsing/pdf/make-pdf.fixture.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

const SCAN = fileURLToPath(new URL("raw-bytes.py", import.meta.url));

function manual(word: string): Uint8Array {
  return makePdf({
    pages: [
      [
        { x: 72, y: 720, text: "The pump of the boiler is opened with a key.", size: 10 },
        { x: 72, y: 708, text: `Nobody has seen the ${word} since the winter of that year.`, size: 10 },
      ],
      [{ x: 100, y: 400, text: "The second page tells of valves and their springs.", size: 12 }],
    ],
  });
}

test("what a document was parsed to outlives the process, and goes with the document", async (t) => {
  const folder = temporaryFolder(t);
  const [notes, home] = [join(folder, "notes"), join(folder, "home")];
  writeNotes(notes, { "a.pdf": manual("quetzalcoatlus"), "b.md": "# A note\n\nIt is read as it stands.\n" });
  const opened = async () => {
    const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
    t.after(() => loci.close());
    return await loci.project("p");
  };
  const project = await opened();
  const job = await project.index([notes], { scope: "kb" });
  const parsed = join(home, "projects", "p", "parsed", job.sources[0] as string);
  const [name] = readdirSync(parsed) as [string];
  assert.equal(readdirSync(parsed).length, 1, "the note is its own text");
  assert.equal(statSync(join(parsed, name)).mode & 0o777, 0o600);
  assert.equal((await project.status()).caches.parsed, statSync(join(parsed, name)).size);

  const [hit] = (await project.search("quetzalcoatlus winter")).hits;
  const again = await opened();
  const { pages, fresh } = await again.drawerSource(hit?.id as string, { caller: "user:7" });
  assert.deepEqual([pages, fresh], [{ start: 1, end: 2 }, true]);

  // Read from what is kept, not from the file: another text of the same hash comes out of a rebuild.
  const { rules } = JSON.parse(inflateSync(readFileSync(join(parsed, name))).toString("utf8")) as { rules: string };
  const document = readParsed(join(parsed, name), rules) as ParsedDocument;
  const text = document.text.replace("quetzalcoatlus", "marzipanmoosee");
  writeFileSync(join(parsed, name), packParsed({ ...document, text }, rules));
  await again.rebuild();
  assert.equal((await again.search('"marzipanmoosee"')).hits.length, 1);
  // Damaged, it is parsed again.
  writeFileSync(join(parsed, name), "no such thing");
  await again.rebuild();
  assert.equal((await again.search('"quetzalcoatlus"')).hits.length, 1);

  // A changed document is opened by what it is now, which the next run keeps; the one before goes.
  const changed = join(notes, "a.pdf");
  writeFileSync(changed, manual("zanzibaritone"));
  utimesSync(changed, 1, 1);
  assert.equal((await again.expand([hit?.id as string])).drawers[0]?.fresh, false);
  assert.equal(readdirSync(parsed).length, 2);
  await again.index([]);
  assert.deepEqual(
    readdirSync(parsed).filter((one) => one === name),
    [],
  );
  assert.equal(readdirSync(parsed).length, 1);
  rmSync(changed);
  await again.index([]);
  assert.deepEqual(readdirSync(parsed), []);
  const { stdout } = spawnSync("python3", [SCAN, join(home, "projects", "p", "parsed"), "zanzibaritone"]);
  assert.equal(String(stdout), "");
  writeNotes(notes, { "c.pdf": manual("xylophonist") });
  await again.index([]);
  assert.equal(readdirSync(parsed).length, 1);
  await again.removeSource(job.sources[0] as string);
  assert.equal(existsSync(parsed), false);
});
