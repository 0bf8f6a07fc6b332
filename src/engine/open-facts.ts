import type { Facts } from "../facts/api/facts.ts";
import { createFacts } from "../facts/create-facts.ts";
import { english } from "../facts/languages/en.ts";
import { openMirrorFolder } from "../facts/mirror/mirror-folder.ts";
import type { Engines } from "./engines.ts";
import type { ProjectFolder } from "./project-folder.ts";
import type { System } from "./system.ts";

/** Opens the facts of a project: their store in the catalog's file, their mirrors in `facts/`. Cost: about 20 ms, most of it the grammar. */
export async function openFacts(parts: { readonly folder: ProjectFolder; readonly engines: Engines; readonly system: System }): Promise<Facts> {
  const { folder, engines, system } = parts;
  const store = await engines.openFactStore(folder.catalog);
  return createFacts({ store, mirrors: openMirrorFolder(folder.facts, english, system.newId), clock: system.clock, newId: system.newId });
}
