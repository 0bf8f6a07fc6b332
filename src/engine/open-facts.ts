import type { Facts } from "../facts/api/facts.ts";
import { createFacts } from "../facts/create-facts.ts";
import { english } from "../facts/languages/en.ts";
import { openMirrorFolder } from "../facts/mirror/mirror-folder.ts";
import { takeBackLists } from "../facts/mirror/take-back-lists.ts";
import type { Engines } from "./engines.ts";
import type { ProjectFolder } from "./project-folder.ts";
import type { System } from "./system.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, their mirrors in `facts/`. Lists that the store has lost are taken back from their
 * mirrors. Cost: about 20 ms, most of it the grammar.
 */
export async function openFacts(parts: { readonly folder: ProjectFolder; readonly engines: Engines; readonly system: System }): Promise<Facts> {
  const { folder, engines, system } = parts;
  const store = await engines.openFactStore(folder.catalog);
  try {
    const kept = { store, mirrors: openMirrorFolder(folder.facts, english, system.newId), clock: system.clock, newId: system.newId };
    await takeBackLists(kept);
    return createFacts(kept);
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
