import { randomBytes } from "node:crypto";
import { homedir, hostname, userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../app/opened-project.ts";
import { LeaseSilence } from "../ingest/hold-lease.ts";
import { readFileSync } from "node:fs";
import type { LeaseOwner } from "../storage/ports/catalog.ts";

/** The machine itself. */
export function thisSystem(): System {
  const clock = (): number => Date.now();
  let owner: LeaseOwner | null = null;
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
  const [boot, start] = [bootOf(), startOf(process.pid)];
  return boot === null || start === null ? random : `${random}.${boot}.${start}`;
}

/** Whether the process of this host that holds a lease is there: neither gone, nor followed by another with its id, nor of an earlier boot. */
export function isSameProcess({ pid, token }: LeaseOwner): boolean {
  if (!isThere(pid)) return false;
  const [, boot, start] = BIRTH.exec(token) ?? [];
  if (boot === undefined || start === undefined) return true;
  const [nowBoot, nowStart] = [bootOf(), startOf(pid)];
  // Unreadable: nothing is known.
  return (nowBoot === null || nowBoot === boot) && (nowStart === null || nowStart === start);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: there, but another user's.
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Eight digits that name this boot of the machine; null where the system doesn't tell. */
function bootOf(): string | null {
  return readText("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? null;
}

/** Field 22 of `/proc/<pid>/stat` (proc(5)): start of the process in ticks since boot. */
function startOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the name in parentheses, which may hold blanks and parentheses itself.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
