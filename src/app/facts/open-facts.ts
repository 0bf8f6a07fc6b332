import type { System } from "../opened-project.ts";
import type { Facts } from "../../facts/api/facts.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts } from "../../facts/create-facts.ts";
import type { FindDocuments } from "../../facts/documents/documented.ts";
import { type FactLimits, limitedFactStore } from "./limited-facts.ts";
import { openMirrorFolder } from "../../facts/mirror/mirror-folder.ts";
import { takeBackLists } from "../../facts/mirror/take-back-lists.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, their mirrors in `facts/`. Lists that the store has lost are taken back from their
 * mirrors. Cost: about 20 ms, most of it the grammar.
 */
export async function openFacts(parts: {
  /** Beside the catalog. */
  readonly openStore: () => Promise<FactStore>;
  /** What users may keep. */
  readonly limits: FactLimits;
  /** The folder of the mirrors. */
  readonly folder: string;
  readonly system: System;
  /** Passages of indexed documents: a second, cited source. */
  readonly documents: FindDocuments;
}): Promise<Facts> {
  const { openStore, folder, system, documents, limits } = parts;
  const store = await openStore();
  try {
    const kept = {
      store,
      mirrors: openMirrorFolder(folder),
      documents,
      clock: system.clock,
      newId: system.newId,
    };
    sweepTemporary(folder);
    await takeBackLists(kept);
    return createFacts({ ...kept, store: limitedFactStore(store, limits) });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
