import type { Worker } from "node:worker_threads";
import { DEFAULT_PARSE_LIMITS } from "../../parsing/limits.ts";
import { holdsMuch } from "./holds-much.ts";
import { startWorker } from "./start-worker.ts";

/**
 * The one thread that a process may start before it has loaded anything else: a thread takes a tenth of a second to begin, as does the program. The first
 * `DraftingThread` that needs one takes it; nothing waits for one that nobody takes.
 */
let ahead: Worker | null = null;

export const threadAhead = {
  /** Starts it, if the folder seems to hold text worth a thread. Once a process. */
  startFor(folder: string): void {
    if (!holdsMuch(folder)) return;
    ahead = startWorker(DEFAULT_PARSE_LIMITS.maxHeapMegabytes);
    ahead.unref();
    // The next is started in its place, and what is wrong shows there.
    ahead.on("error", () => (ahead = null));
  },

  /** Hands it over; null when there is none with this limit. */
  take(maxHeapMegabytes: number): Worker | null {
    if (ahead === null || maxHeapMegabytes !== DEFAULT_PARSE_LIMITS.maxHeapMegabytes) return null;
    const worker = ahead.removeAllListeners("error");
    ahead = null;
    return worker;
  },
};
