import { randomBytes } from "node:crypto";
import { homedir, hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../app/opened-project.ts";

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
      owner: { pid: process.pid, host: hostname(), token: randomBytes(12).toString("hex") },
      clock,
      sleep: async (milliseconds, signal) =>
        void (await sleep(milliseconds, undefined, signal === undefined ? {} : { signal })),
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
