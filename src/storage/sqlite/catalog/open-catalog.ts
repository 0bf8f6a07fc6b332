import type { Catalog, Waiting } from "../../ports/catalog.ts";
import { CATALOG_SCHEMA, sqlCatalog } from "../../sql/catalog.ts";
import { ask } from "../../sql/runner.ts";
import { openCatalogRunner } from "./connection.ts";
import type { FactStore } from "../../ports/fact-store.ts";
import { FACT_SCHEMA, sqlFactStore } from "../../sql/facts.ts";

/** As SQLite keeps it. */
const SCHEMA = [...CATALOG_SCHEMA, ...FACT_SCHEMA]
  .filter((sql) => sql.startsWith("CREATE"))
  .map((sql) => sql.replace(" IF NOT EXISTS", ""));

/**
 * Opens the catalog in one SQLite file, which is made when it isn't there.
 * @param path of `catalog.sqlite`; its folder must exist
 * @throws LociError `STORAGE_FAILED` (damaged, no permission), `STORAGE_BUSY`, `INDEX_FORMAT` (written by a newer version)
 * Cost: about 2 ms; a write is one transaction without a sync of the disk, about 0.1 ms.
 * @example const catalog = await openSqliteCatalog("/home/me/.loci/projects/default/catalog.sqlite");
 */
export async function openSqliteCatalog(path: string, waiting?: Waiting): Promise<Catalog> {
  const runner = await openCatalogRunner(path, waiting);
  const catalog = sqlCatalog(runner);
  const { sources, palace } = catalog;
  /** What every search asks for, kept until somebody has written it: this connection tells, and of others SQLite. */
  let kept: { readonly version: number; readonly value: Awaited<ReturnType<Catalog["forSearch"]>> } | null = null;
  const forgetting = async <T>(written: Promise<T>): Promise<T> => {
    const value = await written;
    kept = null;
    return value;
  };
  return {
    ...catalog,
    sources: {
      ...sources,
      put: (source) => forgetting(sources.put(source)),
      remove: (key) => forgetting(sources.remove(key)),
    },
    palace: { ...palace, change: (work) => forgetting(palace.change(work)) },
    async forSearch() {
      const version = runner.otherWrites();
      if (kept?.version !== version) kept = { version, value: await catalog.forSearch() };
      return kept.value;
    },
    async check() {
      const rows = await runner.read(() => ask("PRAGMA integrity_check"));
      const problems = rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
      if (problems.length > 0) return problems;
      // A column of another name is found by what asks for it, which may be nothing for long.
      const made = await runner.read(() => ask("SELECT sql FROM sqlite_schema"));
      const isAsMade = SCHEMA.every((sql) => made.some((row) => row["sql"] === sql));
      return isAsMade ? await catalog.check() : ["its schema is not as it was written"];
    },
    get readsOnly() {
      return runner.readsOnly;
    },
    requireInPlace: runner.requireInPlace,
  };
}

/**
 * Opens the fact store in the project's `catalog.sqlite`, on a connection of its own. What is acknowledged is on the disk: a fact stands
 * nowhere else.
 * @param path of `catalog.sqlite`; its folder must exist
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT` when a newer version of Loci wrote it
 */
export async function openSqliteFactStore(path: string, waiting?: Waiting): Promise<FactStore> {
  const runner = await openCatalogRunner(path, waiting);
  runner.sync();
  return sqlFactStore(runner);
}
