import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { System } from "../opened-project.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts, type Facts } from "../../facts/create-facts.ts";
import { factRecord } from "../../facts/record/fact-record.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";
import { asLociError } from "../../model/error.ts";
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
  const record = factRecord(path, (fault) =>
    note({
      code: "CATALOG_DAMAGED",
      message: `'${path}' ${fault}, and was written anew from the catalog; a fact is missing only where that was lost, too`,
      hint: "where one is missing, tell it again or put a backup back; 'facts.jsonl.damaged' is the file as it was",
    }),
  );
  const store = await openStore();
  try {
    const { clock, newId } = system;
    sweepTemporary(folder);
    await record.restore(store);
    const facts = createFacts({ ...asked, files: folder, record, clock, newId, store });
    // What can't be taken out now is taken out later; what is asked is answered.
    await facts.finishErasing().catch((thrown) => {
      const { code, message, hint } = asLociError(thrown);
      note({ code, message, hint });
    });
    return facts;
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
