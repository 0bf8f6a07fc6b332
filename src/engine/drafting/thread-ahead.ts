import type { Worker } from "node:worker_threads";
import { DEFAULT_PARSE_LIMITS } from "../../parsing/limits.ts";
import { holdsMuch } from "./holds-much.ts";
import { startWorker } from "./start-worker.ts";
import { WaitingThread } from "./waiting-thread.ts";

const ahead = new WaitingThread();

/**
 * The one thread that a process may start before it has loaded anything else: a thread takes a tenth of a second to begin, as does the program. The first
 * `DraftingThread` that needs one takes it.
 */
export const threadAhead = {
  /** Starts it, if the folder seems to hold text worth a thread. Once a process. */
  startFor(folder: string): void {
    if (holdsMuch(folder)) ahead.hold(startWorker(DEFAULT_PARSE_LIMITS.maxHeapMegabytes));
  },

  /** Hands it over; null when there is none with this limit. */
  take(maxHeapMegabytes: number): Worker | null {
    return maxHeapMegabytes === DEFAULT_PARSE_LIMITS.maxHeapMegabytes ? ahead.take() : null;
  },
};
