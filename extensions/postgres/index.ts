import type { Catalog } from "../../src/storage/ports/catalog.ts";
import type { FactStore } from "../../src/storage/ports/fact-store.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import { openSqlCatalog } from "../../src/storage/sql/catalog.ts";
import { openSqlFactStore } from "../../src/storage/sql/facts.ts";
import { openSqlManifest } from "../../src/storage/sql/manifest.ts";
import { openPostgresRunner } from "./runner.ts";

// A catalog that services share: the ports of catalog, facts and manifest, in a schema of the project's own.

/** @param uri see `openPostgresRunner`; so for the other two */
export async function openCatalog(uri: string, project: string): Promise<Catalog> {
  return await openSqlCatalog(await openPostgresRunner(uri, project));
}

/** The facts beside the catalog. */
export async function openFactStore(uri: string, project: string): Promise<FactStore> {
  return await openSqlFactStore(await openPostgresRunner(uri, project));
}

/** What says which drawers of an index on a server are true. */
export async function openManifest(uri: string, project: string): Promise<Manifest> {
  return await openSqlManifest(await openPostgresRunner(uri, project));
}
