import type { Job } from "../../model/job.ts";
import { catalogMark } from "../catalog-record/catalog-mark.ts";
import type { OpenedProject } from "../opened-project.ts";

/** Drawers that runs have removed since the index's file was last purged: their texts stand in its pages until what held them is merged. */
const MARK = catalogMark("removed-texts");

/** Remembers that a run removed drawers. */
export async function noteRemoved({ catalog }: Pick<OpenedProject, "catalog">, { drawers }: Job): Promise<void> {
  if (drawers.removed === 0) return;
  await MARK.write(catalog, { count: (await removedTexts({ catalog })) + drawers.removed, note: null });
}

/** How many removed drawers may still be read in the index's file. */
export async function removedTexts({ catalog }: Pick<OpenedProject, "catalog">): Promise<number> {
  return (await MARK.read(catalog))?.count ?? 0;
}

/** Nothing of what was removed stands in the index's file any more. */
export async function noteCompacted({ catalog }: Pick<OpenedProject, "catalog">): Promise<void> {
  if ((await removedTexts({ catalog })) > 0) await MARK.write(catalog, { count: 0, note: null });
}

/** Writes what held removed drawers anew, without them. Cost: what held them. */
export async function compact(project: OpenedProject): Promise<{ readonly removed: number }> {
  const removed = await removedTexts(project);
  await project.indexHandle.use((index) => index.purge());
  await noteCompacted(project);
  return { removed };
}
