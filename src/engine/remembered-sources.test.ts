import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadConfiguration, openLoci } from "../index.ts";
import { indexSources } from "../ingest/index-sources.ts";
import { DEFAULT_ENGINES } from "./engines.ts";
import { openProject } from "./open-project.ts";
import { thisSystem } from "./system.ts";

const home = mkdtempSync(join(tmpdir(), "loci-remembered-"));
after(() => rmSync(home, { recursive: true, force: true }));

test("a watch's run that waited reads a source as it is remembered by then: a narrower scope stays", async () => {
  const notes = join(home, "notes");
  mkdirSync(notes);
  writeFileSync(join(notes, "a.md"), "The greenhouse thermostat is set to 21 degrees.\n");
  const loci = await openLoci({ home });
  after(async () => await loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  const own = await openProject({
    home,
    name: "p",
    settings: (await loadConfiguration({ home, folder: home, environment: {}, flags: [] })).settings,
    engines: DEFAULT_ENGINES,
    system: thisSystem(),
    batch: { drawers: 60, bytes: 100_000 },
    background: "here",
  });
  after(async () => await own.close());
  const before = await own.catalog.sources.list();
  await project.index([notes], { scope: "user:x" });

  const countFor = async (caller: "user:x" | "user:y"): Promise<number> =>
    (await project.search("greenhouse thermostat", { caller })).hits.length;
  await own.indexHandle.use(async (index) =>
    indexSources(await own.ingest(index), { kind: "index", sources: before, remembered: true }),
  );
  assert.deepEqual([await countFor("user:x"), await countFor("user:y")], [1, 0]);
  assert.deepEqual(
    (await project.sources()).map(({ options }) => options.scope),
    ["user:x"],
  );
  // Somebody who asks for a scope gets it.
  await own.indexHandle.use(async (index) => indexSources(await own.ingest(index), { kind: "index", sources: before }));
  assert.deepEqual([await countFor("user:x"), await countFor("user:y")], [1, 1]);
});
