import { randomBytes } from "node:crypto";
import { homedir, hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../app/opened-project.ts";
import { LeaseSilence } from "../ingest/hold-lease.ts";
import { isSameProcess, processToken } from "./process-token.ts";

/** The machine itself. */
export function thisSystem(): System {
  const clock = (): number => Date.now();
  return {
    clock,
    // A home that is set and empty would be the current folder.
    userHome: homedir() || userInfo().homedir,
    environment: process.env,
    // Some 10 ms: asked for when days are counted, not at every start.
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    timer: () => performance.now(),
    newId: () => `${clock().toString(36).padStart(9, "0")}${randomBytes(5).toString("hex")}`,
    lease: {
      owner: { pid: process.pid, host: hostname(), token: processToken(randomBytes(12).toString("hex")) },
      clock,
      silence: new LeaseSilence(() => performance.now()),
      sleep: async (milliseconds, signal) =>
        void (await sleep(milliseconds, undefined, signal === undefined ? {} : { signal })),
      isAlive: isSameProcess,
      repeat(milliseconds, work) {
        const timer = setInterval(work, milliseconds);
        timer.unref();
        return () => clearInterval(timer);
      },
    },
  };
}
