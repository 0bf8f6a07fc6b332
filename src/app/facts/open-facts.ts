import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { System } from "../opened-project.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts, type Facts } from "../../facts/create-facts.ts";
import { factRecord } from "../../facts/record/fact-record.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";
import type { Note } from "../../model/note.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, files for people in `facts/`, and the record that gives
 * back what the store has lost. Cost: about 10 ms, most of it the grammar.
 */
export async function openFacts(
  parts: {
    /** Beside the catalog. */
    readonly openStore: () => Promise<FactStore>;
    /** The folder of the files of lists. */
    readonly folder: string;
    /** The record of all changes, beside the catalog's. */
    readonly record: string;
    readonly system: System;
    readonly note: (note: Note) => void;
  } & Required<Pick<FactsDependencies, "days" | "said" | "quoted" | "keepNote" | "holdsSecret" | "propose">>,
): Promise<Facts> {
  const { openStore, folder, system, note, record: path, ...asked } = parts;
  const record = factRecord(path);
  const store = await openStore();
  try {
    const { clock, newId } = system;
    sweepTemporary(folder);
    const damaged = await record.restore(store);
    if (damaged.length > 0)
      note({
        code: "CATALOG_DAMAGED",
        message: `'${path}' is not as it was written in line ${damaged.join(", ")}; a fact is missing only where the catalog was lost, too`,
        hint: "where one is missing, tell it again or put a backup back; 'facts.jsonl.damaged' keeps the line once the file is written anew",
      });
    return createFacts({ ...asked, files: folder, record, clock, newId, store });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
