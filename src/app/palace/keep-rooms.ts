import type { OpenedProject } from "../opened-project.ts";
import type { Job } from "../../model/job.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { keptRooms } from "./kept-rooms.ts";

/** Below this a search works them out in a few milliseconds. */
const LARGE = 20_000;

/**
 * At the end of a run that changed a large index: which rooms others stand for, so that the first search after it needn't read every place.
 * That takes 200 ms over 100,000 drawers, and leaves a process that only searches with 100 MB more of memory.
 */
export async function keepRooms(
  { palace, folder }: Pick<OpenedProject, "palace" | "folder">,
  index: SearchIndex,
  { drawers }: Pick<Job, "drawers">,
): Promise<void> {
  if (drawers.total < LARGE || drawers.added + drawers.removed === 0) return;
  const sequence = await index.sequence();
  keptRooms(folder.joinedRooms, folder.index).write(sequence, (await palace(index, "all")).joined());
}
