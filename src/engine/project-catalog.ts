import { catalogRestored, recordedCatalog, restoreRecord, saveRecord } from "../app/catalog-record/keep-record.ts";
import { catalogPlace, portableCatalog, recordFile, requireCatalogPlace } from "../app/catalog-record/record-file.ts";
import { commitMemory } from "../app/catalog-record/catalog-mark.ts";
import type { Engines, ProjectPlace, System } from "../app/opened-project.ts";
import { storeOf } from "../app/move/project-store.ts";
import { type ProjectFolder, projectOrigin } from "../app/project-folder.ts";
import { isStale } from "../ingest/hold-lease.ts";
import { recoverJobs } from "../ingest/recover-jobs.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/note.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { IndexHouse } from "../storage/ports/search-index.ts";

/** Opens the catalog: given back by its record where it was lost, runs that were interrupted marked. @throws storage errors */
export async function openProjectCatalog(place: ProjectPlace, engines: Engines, system: System) {
  const { folder, settings } = place;
  const file = recordFile(folder.record, catalogPlace(settings.catalog.uri));
  requireCatalogPlace(folder, settings.catalog.uri, file);
  const stored = await engines.openCatalog(place);
  /** Where the project's folder stood when its sources were told. */
  const origin = await originOf(folder, stored);
  const openHouse = async (): Promise<IndexHouse> =>
    await engines.openIndexHouse({ ...place, settings: storeOf(folder.root, settings) }, commitMemory(stored));
  const record = { catalog: stored, file, system };
  let isBegun = false;
  const saved = recordedCatalog(stored, async () => {
    // Opened where nothing could be written, and there is room now: first what opening left undone, or an older copy would overrule its record.
    if (!isBegun) await restoreRecord(record);
    isBegun = true;
    await saveRecord(record);
  });
  const catalog = portableCatalog(saved, origin, folder.root);
  let restored: number | null = null;
  let readsOnly = stored.readsOnly === true;
  /** Whether a process was killed under a lease, which may have left something half done. */
  let killed = false;
  try {
    if (!readsOnly) {
      restored = await restoreRecord(record);
      isBegun = true;
      killed = (await catalog.leases.list()).some((lease) => isStale(lease, system.lease));
      await recoverJobs(catalog, system.lease);
      if (killed) (await import("../files/temporary-file.ts")).sweepTemporary(folder.root);
    }
  } catch (thrown) {
    // A full disk: reading needs none of it, and whoever opens the project next does it.
    readsOnly = thrown instanceof LociError && thrown.code === "STORAGE_FULL";
    killed = false;
    if (!readsOnly) {
      await catalog.close();
      throw thrown;
    }
  }
  const notes: readonly Note[] = [
    ...(readsOnly ? [READ_ONLY] : []),
    ...(restored === null ? [] : [catalogRestored(restored)]),
  ];
  return { catalog, origin, killed, openHouse, notes };
}

/** The catalog is closed where it can't be told. */
async function originOf(folder: ProjectFolder, catalog: Catalog): Promise<string> {
  try {
    return await projectOrigin(folder, catalog);
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
}

const READ_ONLY: Note = {
  code: "READ_ONLY",
  message: "the data folder can only be read: its disk is full, or takes no writes",
  hint: "free some space on that disk, or make the folder writable",
};
