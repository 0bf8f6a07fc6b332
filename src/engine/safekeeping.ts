import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { BackupReport, DatabaseTools } from "../app/backup/backup.ts";
import { projectFolder } from "../app/project-folder.ts";
import type { Settings } from "../config/configuration.ts";
import { replaceDatabase } from "../files/plain-file.ts";
import { restoresLeft, sweepTemporary } from "../files/temporary-file.ts";
import { LociError, writeFault, writing } from "../model/error.ts";
import { parseProjectName } from "../app/projects/project-name.ts";
import type { CatalogRunner } from "../storage/sqlite/catalog/connection.ts";
import { thisSystem } from "./system.ts";

// Loaded when they are used: a search needs none of them, and an older Node without SQLite can still say what it lacks.
const databases = () => import("../storage/sqlite/database/copy-database.ts");
const backups = () => import("../app/backup/backup.ts");

async function tools(): Promise<DatabaseTools> {
  const { copyDatabase, databaseProblems } = await databases();
  return { copy: copyDatabase, problems: databaseProblems };
}

/**
 * Copies a data folder while others write to it, and reads the copy back.
 * @throws LociError `USAGE` for a folder that holds something or lies in the data folder, `PATH_NOT_FOUND`, `STORAGE_FAILED`, `STORAGE_FULL`
 * @example await backUpHome("/home/me/.loci", "/media/disk/loci-monday");
 */
export const backUpHome = async (home: string, to: string): Promise<BackupReport> =>
  await (await backups()).backUp({ home: resolve(home), to, now: new Date(thisSystem().clock()) }, await tools());

/**
 * Puts a backup into a data folder that is empty or isn't there.
 * @throws LociError `USAGE` for one that holds something, `PATH_NOT_FOUND`, `STORAGE_FAILED` for a backup that isn't whole
 * @example await restoreHome("/media/disk/loci-monday", "/home/me/.loci");
 */
export const restoreHome = async (from: string, home: string): Promise<BackupReport> =>
  await (await backups()).restoreBackup(from, resolve(home), await tools());

/**
 * Removes what killed processes have begun to write in a data folder.
 * @returns how many files there were
 * @throws LociError `STORAGE_FAILED`
 */
export const sweepHome = (home: string): number =>
  writing(home, () => sweepTemporary(resolve(home), restoresLeft(resolve(home))));

export interface CatalogRepair {
  /** Where the damaged file is now. */
  readonly copy: string;
  /** Rows that came over from it. */
  readonly rows: number;
}

/**
 * Replaces a damaged catalog: it is moved aside, its rows that can still be read come over, and the rest is taken back from files when the project
 * is opened. Processes that have it open are told at their next write, and write nothing more into it.
 * @returns null for a catalog that is sound, isn't there or is kept on a server
 * @throws LociError `PROJECT_INVALID`, `STORAGE_FAILED`
 */
export async function repairCatalog(options: {
  readonly home: string;
  readonly project: string;
  readonly settings: Settings;
}): Promise<CatalogRepair | null> {
  const { catalog } = projectFolder(resolve(options.home), parseProjectName(options.project));
  const { databaseProblems, salvageRows } = await databases();
  const { openCatalogRunner } = await import("../storage/sqlite/catalog/connection.ts");
  const { dropBroken, sqlCatalog } = await import("../storage/sql/catalog.ts");
  const { sqlFactStore } = await import("../storage/sql/facts.ts");
  const { replayMissing } = await import("../facts/record/fact-record.ts");
  const inCatalog = async <T>(path: string, work: (runner: CatalogRunner) => Promise<T>): Promise<T> => {
    const runner = await openCatalogRunner(path);
    try {
      return await work(runner);
    } finally {
      await runner.close();
    }
  };
  if (!existsSync(catalog)) return null;
  if (
    databaseProblems(catalog).length === 0 &&
    (await inCatalog(catalog, (runner) => sqlCatalog(runner).check())).length === 0
  )
    return null;
  let nth = 1;
  while (existsSync(`${catalog}.damaged-${nth}`)) nth++;
  const copy = `${catalog}.damaged-${nth}`;
  const fresh = `${catalog}.repaired.tmp`;
  try {
    rmSync(fresh, { force: true });
    await inCatalog(fresh, async () => {});
    const rows = salvageRows(catalog, fresh) - (await inCatalog(fresh, dropBroken));
    await inCatalog(fresh, (runner) => replayMissing(sqlFactStore(runner)));
    chmodSync(fresh, 0o600);
    for (const suffix of ["-wal", "-shm", ""])
      if (existsSync(catalog + suffix)) renameSync(catalog + suffix, copy + suffix);
    replaceDatabase(fresh, catalog);
    return { copy, rows };
  } catch (thrown) {
    throw thrown instanceof LociError ? thrown : writeFault(catalog, thrown);
  }
}
