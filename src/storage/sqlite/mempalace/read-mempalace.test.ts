import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openLoci } from "../../../index.ts";

/** The tables of ChromaDB that hold documents and metadata. */
const CHROMA = `
  CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT NOT NULL, scope TEXT NOT NULL, collection TEXT);
  CREATE TABLE embeddings (
    id INTEGER PRIMARY KEY, segment_id TEXT NOT NULL, embedding_id TEXT NOT NULL, seq_id BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE embedding_metadata (
    id INTEGER, key TEXT NOT NULL, string_value TEXT, int_value INTEGER, float_value REAL, PRIMARY KEY (id, key)
  );
  INSERT INTO collections VALUES ('c', 'mempalace_drawers'), ('x', 'mempalace_closets');
  INSERT INTO segments VALUES ('m', 'metadata', 'METADATA', 'c'), ('y', 'metadata', 'METADATA', 'x');`;

test("a palace of MemPalace comes in with places and dates, once, and what is none is refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-mempalace-"));
  const database = new DatabaseSync(join(folder, "chroma.sqlite3"));
  database.exec(CHROMA);
  let id = 0;
  const add = (segment: string, said: Readonly<Record<string, string | number>>): void => {
    database
      .prepare("INSERT INTO embeddings (id, segment_id, embedding_id, seq_id) VALUES (?, ?, ?, 0)")
      .run(++id, segment, `d${id}`);
    for (const [key, value] of Object.entries(said))
      database
        .prepare("INSERT INTO embedding_metadata (id, key, string_value, int_value) VALUES (?, ?, ?, ?)")
        .run(id, key, typeof value === "string" ? value : null, typeof value === "number" ? value : null);
  };
  const clerk = "> which login?\nWe chose Clerk for the harbour.\n<!-- /loci:drawer -->\n# not a heading";
  const place = { wing: "wing_driftwood", room: "auth-migration", chunk_index: 0 };
  add("m", { "chroma:document": clerk, ...place, hall: "hall_facts", filed_at: "2026-01-02T10:00:00.123456" });
  add("m", { "chroma:document": "Kai keeps the walrus keys.", wing: "kai", room: "keys", date: "2025-05-31" });
  add("m", { "chroma:document": "[registry] /a.md", ...place, ingest_mode: "registry" });
  add("y", { "chroma:document": "a closet of the same", ...place });
  database.close();
  const loci = await openLoci({ home: join(folder, "home") });
  try {
    const project = await loci.project("test");
    assert.deepEqual(await project.importMemPalace(folder, { scope: "kb" }), { added: 2, known: 0, refused: 0 });
    assert.deepEqual(await project.importMemPalace(folder, { scope: "kb" }), { added: 0, known: 2, refused: 0 });
    const { hits } = await project.search("which login for the harbour", { caller: "public" });
    const [hit] = hits;
    assert.deepEqual(
      [hit?.text, hit?.wing, hit?.room, hit?.hall, hit?.date?.slice(0, 10)],
      [clerk, "driftwood", "auth-migration", "facts", "2026-01-02"],
    );
    assert.equal((await project.search("walrus keys")).hits[0]?.date?.slice(0, 10), "2025-05-31");
    assert.equal((await project.drawers()).drawers.length, 2);
    await assert.rejects(project.importMemPalace(join(folder, "gone"), { scope: "kb" }), { code: "PATH_NOT_FOUND" });
    writeFileSync(join(folder, "other"), "no database, but long enough to be looked into ".repeat(20));
    await assert.rejects(project.importMemPalace(join(folder, "other"), { scope: "kb" }), { code: "USAGE" });
  } finally {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
