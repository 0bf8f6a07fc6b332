import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteCatalog, openSqliteFactStore } from "../../../src/storage/sqlite/catalog/open-catalog.ts";
import { factStoreContract } from "./suite.ts";

factStoreContract("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-facts-"));
  return {
    open: () => openSqliteFactStore(join(folder, "catalog.sqlite")),
    dispose: () => rm(folder, { recursive: true }),
    durable: true,
  };
});

test("sqlite: facts and the catalog share a file, whichever is opened first", async () => {
  for (const order of ["facts", "catalog"]) {
    const folder = await mkdtemp(join(tmpdir(), "loci-facts-"));
    const file = join(folder, "catalog.sqlite");
    const opens = [() => openSqliteFactStore(file), () => openSqliteCatalog(file)];
    if (order === "catalog") opens.reverse();
    const opened = [];
    for (const open of opens) opened.push(await open());
    for (const one of opened) await one.close();
    const [facts, catalog] = [await openSqliteFactStore(file), await openSqliteCatalog(file)];
    assert.deepEqual(await facts.read((reader) => reader.lists(null)), []);
    assert.deepEqual(await catalog.sources.list(), []);
    await facts.close();
    await catalog.close();
    await rm(folder, { recursive: true });
  }
});
