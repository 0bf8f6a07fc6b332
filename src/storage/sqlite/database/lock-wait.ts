import { hostname } from "node:os";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lockHolder } from "../../../files/open-databases.ts";
import { LociError } from "../../../model/error.ts";
import { LONG_WAIT_MS, type LongWait, type Waiting } from "../../ports/catalog.ts";
import { isBusy, storageError } from "./storage-error.ts";

/** How long a database is waited for, and who hears of it. */
export interface LockOptions {
  /** Its part in the project, for messages. */
  readonly what: string;
  /** How long an attempt waits for another process before it gives up with `STORAGE_BUSY`, in milliseconds. */
  readonly busyMilliseconds: number;
  readonly waiting?: Waiting | undefined;
}

/** How long what ends still waits for a lock: others hold theirs for milliseconds, and what is begun is to be left in order. */
const ENDING_PATIENCE_MS = 200;

/**
 * A wait for a database that another process keeps locked, between attempts to get it, so that signals are heard meanwhile.
 * @returns to be called after each attempt: resolves when the next one is to be made
 * @throws LociError `STORAGE_BUSY` when the time is up, `CANCELLED`; what was thrown where that is no lock
 */
export function lockWait(path: string | null, { what, busyMilliseconds, waiting }: LockOptions) {
  const began = performance.now();
  let told = false;
  const holder = (): LongWait["holder"] => {
    const pid = path === null ? null : lockHolder(path);
    return pid === null ? null : { pid, host: hostname() };
  };
  return async (thrown: unknown, pause: number): Promise<void> => {
    const waited = performance.now() - began;
    if (!isBusy(thrown)) throw storageError(thrown, what);
    const isEnding = waiting?.ending?.aborted === true;
    if (isEnding && waited > ENDING_PATIENCE_MS)
      throw new LociError("CANCELLED", `cancelled: ${holds(holder())} the ${what} locked`, { cause: thrown });
    if (waited > busyMilliseconds)
      throw new LociError("STORAGE_BUSY", `${holds(holder())} the ${what} locked`, {
        hint: "wait until it has finished, or end it, and try again",
        cause: thrown,
      });
    if (!told && waited >= LONG_WAIT_MS) {
      told = true;
      waiting?.onLongWait?.({ name: path === null ? what : basename(path), holder: holder() });
    }
    await delay(pause);
  };
}

const holds = (holder: LongWait["holder"]): string =>
  holder === null ? "another program keeps" : `process ${holder.pid} on ${holder.host} keeps`;
