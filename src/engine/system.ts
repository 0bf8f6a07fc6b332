import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../app/opened-project.ts";
import { keeping } from "../caches/bounded-cache.ts";
import { isLiving, startOfProcess } from "../files/living-process.ts";
import { LeaseSilence } from "../ingest/hold-lease.ts";
import type { LeaseOwner } from "../storage/ports/catalog.ts";

/** Some 10 ms: asked for when days are counted, and once for each zone that the variable names. */
const machineZone = keeping((_: string | undefined) => new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The machine itself. */
export function thisSystem(): System {
  const clock = (): number => Date.now();
  let owner: LeaseOwner | null = null;
  return {
    clock,
    // A home that is set and empty would be the current folder.
    userHome: homedir() || userInfo().homedir,
    environment: process.env,
    timeZone: () => machineZone(process.env["TZ"]),
    timer: () => performance.now(),
    newId: () => `${clock().toString(36).padStart(9, "0")}${randomBytes(5).toString("hex")}`,
    lease: {
      // Who only reads holds nothing.
      get owner() {
        return (owner ??= { pid: process.pid, host: hostname(), token: processToken(randomBytes(12).toString("hex")) });
      },
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

/** What follows the random part of a token: the boot of the machine, and the start of the process in ticks since then. */
const BIRTH = /\.([0-9a-f]{8})\.(\d+)$/;

/**
 * A token of this process that also contains its start time, independent of the clock: the boot of the machine and the kernel's ticks since then. Where the
 * system doesn't provide these, the random part alone.
 * @param random unique
 */
export function processToken(random: string): string {
  const [boot, start] = [bootOf(), startOfProcess(process.pid)];
  return boot === null || start === null ? random : `${random}.${boot}.${start}`;
}

/** Whether the process of this host that holds a lease is there: neither gone, nor followed by another with its id, nor of an earlier boot. */
export function isSameProcess({ pid, token }: LeaseOwner): boolean {
  if (!isLiving(pid)) return false;
  const [, boot, start] = BIRTH.exec(token) ?? [];
  // Of what a token doesn't say, or can't be read now, nothing is known.
  return boot === undefined || ((bootOf() ?? boot) === boot && (startOfProcess(pid) ?? start) === start);
}

/** Eight digits that name this boot of the machine; null where the system doesn't tell. */
function bootOf(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
  } catch {
    return null;
  }
}
