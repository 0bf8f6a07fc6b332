import { example, hintOf, step } from "../../model/next-step.ts";
import type { Note } from "../../model/hit.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import { restoredAt } from "./keep-record.ts";

/** A note that the catalog was lost and restored, until the sources have been read again; else null. */
export async function catalogLoss(catalog: Pick<Catalog, "cursors" | "sources">): Promise<Note | null> {
  const time = await restoredAt(catalog);
  if (time === null) return null;
  const waiting = (await catalog.sources.list()).filter(({ lastRun }) => lastRun === null).length;
  if (waiting === 0) return null;
  return {
    code: "CATALOG_RESTORED",
    message:
      `the catalog was lost, or an older one put back, and was taken from files at ${time}: ${waiting} ` +
      `${waiting === 1 ? "source waits" : "sources wait"}` +
      ` to be read again; jobs and accesses before are not known`,
    ...hintOf(step`${example("index")}`),
  };
}
