import type { System } from "../app/opened-project.ts";
import type { Facts } from "../facts/api/facts.ts";
import { createFacts } from "../facts/create-facts.ts";
import { openMirrorFolder } from "../facts/mirror/mirror-folder.ts";
import { takeBackLists } from "../facts/mirror/take-back-lists.ts";
import type { Engines, ProjectPlace } from "./engines.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, their mirrors in `facts/`. Lists that the store has lost are taken back from their
 * mirrors. Cost: about 20 ms, most of it the grammar.
 */
export async function openFacts(parts: {
  readonly place: ProjectPlace;
  readonly engines: Engines;
  readonly system: System;
}): Promise<Facts> {
  const { place, engines, system } = parts;
  const store = await engines.openFactStore(place);
  try {
    const kept = {
      store,
      mirrors: openMirrorFolder(place.folder.facts, system.newId),
      clock: system.clock,
      newId: system.newId,
    };
    await takeBackLists(kept);
    return createFacts(kept);
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
