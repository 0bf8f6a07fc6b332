import type { FactStore } from "../../ports/fact-store.ts";
import { sqlFactStore } from "../../sql/facts.ts";
import { openCatalogRunner } from "../catalog/connection.ts";

/**
 * Opens the fact store in the project's `catalog.sqlite`, on a connection of its own. What is acknowledged is on the disk: a fact stands
 * nowhere else.
 *
 * @param path of `catalog.sqlite`; its folder must exist
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT` when a newer version of Loci wrote it
 */
export async function openSqliteFactStore(path: string): Promise<FactStore> {
  const runner = await openCatalogRunner(path);
  runner.sync();
  return sqlFactStore(runner, () => runner.purge());
}
