import { randomBytes } from "node:crypto";
import { homedir, hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { LeaseSurroundings } from "../ingest/hold-lease.ts";

/** What the machine gives: time, randomness, processes. Tests put others in. */
export interface System {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** A new id: sorts by time of making, then random; letters and digits only. */
  readonly newId: () => string;
  /** The user's home folder: neither it nor anything above makes a project. */
  readonly userHome: string;
  /** Who this is, for leases. */
  readonly lease: LeaseSurroundings;
}

/** The machine itself. */
export function thisSystem(): System {
  const clock = (): number => Date.now();
  return {
    clock,
    userHome: homedir(),
    timer: () => performance.now(),
    newId: () => `${clock().toString(36).padStart(9, "0")}${randomBytes(5).toString("hex")}`,
    lease: {
      owner: { pid: process.pid, host: hostname(), token: randomBytes(12).toString("hex") },
      clock,
      sleep: async (milliseconds, signal) => void (await sleep(milliseconds, undefined, signal === undefined ? {} : { signal })),
      isAlive,
      repeat(milliseconds, work) {
        const timer = setInterval(work, milliseconds);
        timer.unref();
        return () => clearInterval(timer);
      },
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: there, but another user's.
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}
