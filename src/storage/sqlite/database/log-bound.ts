import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** The log is emptied when it is longer than this, in bytes. */
const MOST_LOG_BYTES = 16 * 1024 * 1024;
/** After an attempt in vain it may grow by so much before the next one, so that not every write waits for a reader that stays. */
const STEP_BYTES = 2 * 1024 * 1024;

/**
 * What is called after each commit: empties a log that has grown long. SQLite itself begins a log anew only when it happens to find no reader in it,
 * which with several processes at work may be never: 134 MB of log stood beside an index of 3 MB. Emptying waits for readers that are in it,
 * for the driver's time-out at most; those that come meanwhile read the file, which holds everything then.
 *
 * Cost: one system call; beyond the limit a copy of the log into the file.
 */
export function logBound(database: DatabaseSync): () => void {
  const path = database.location();
  if (path === null) return () => {};
  const log = `${path}-wal`;
  const truncate = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  let limit = MOST_LOG_BYTES;
  return () => {
    const bytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= limit) {
      if (bytes <= MOST_LOG_BYTES) limit = MOST_LOG_BYTES;
      return;
    }
    try {
      const { busy } = truncate.get() as { busy: number };
      limit = busy === 0 ? MOST_LOG_BYTES : bytes + STEP_BYTES;
    } catch {
      // What was to be written is committed. Another process is emptying the log, or the disk is full, which the next write will say.
      limit = bytes + STEP_BYTES;
    }
  };
}
