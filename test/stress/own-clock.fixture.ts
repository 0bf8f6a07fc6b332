import { readdirSync, readFileSync } from "node:fs";
import { setInterval } from "node:timers";

/** How often is looked, milliseconds. */
const LOOK_MS = 250;
/** Milliseconds of a tick of `/proc`, https://man7.org/linux/man-pages/man5/proc_stat.5.html (`USER_HZ`). */
const TICK_MS = 10;

/**
 * A clock that stands still while this process and those that it started wait for a processor that others have: what the machine had no time for is no
 * fault of theirs. Of each interval it leaves out what is the least of: the part in which one of them was ready to run and didn't (what a process
 * does that waits for another one, for the disk or for a lock counts in full), and the part of the processors that others used. So it goes as the
 * wall's on a machine of its own, and wherever nobody works. Where `/proc` is none, it is the wall's.
 */
export function ownClock(): { milliseconds(): number; stop(): void } {
  let own = 0;
  let last = look();
  const tick = (): void => {
    const next = look();
    const passed = next.at - last.at;
    const busy = next.busy - last.busy;
    const ours = next.ours - last.ours;
    const total = next.total - last.total;
    const others = total === 0 ? 0 : Math.max(0, busy - ours) / total;
    let queued = 0;
    for (const [pid, now] of next.queued) queued = Math.max(queued, now - (last.queued.get(pid) ?? now));
    own += passed - Math.min(passed, queued, passed * others);
    last = next;
  };
  const ticking = setInterval(tick, LOOK_MS).unref();
  return {
    milliseconds() {
      tick();
      return own;
    },
    stop: () => clearInterval(ticking),
  };
}

interface Look {
  readonly at: number;
  /** Milliseconds of processor time of the machine: what there was, and what was used of it. */
  readonly total: number;
  readonly busy: number;
  /** What this process and those under it have used, ended ones too. */
  readonly ours: number;
  /** Milliseconds that the first thread of each was ready to run and waited, by process. */
  readonly queued: ReadonlyMap<string, number>;
}

function look(): Look {
  const at = performance.now();
  const queued = new Map<string, number>();
  const [, ...all] = (text("/proc/stat").split("\n")[0] ?? "").split(/\s+/u).map(Number);
  // user nice system idle iowait irq softirq steal; guests are counted in the first two.
  const total = all.slice(0, 8).reduce((sum, one) => sum + one, 0) * TICK_MS;
  const busy = total - ((all[3] ?? 0) + (all[4] ?? 0)) * TICK_MS;
  const processes = new Map<string, readonly string[]>();
  for (const pid of total === 0 ? [] : readdirSync("/proc").filter((name) => /^\d+$/u.test(name)))
    processes.set(pid, fieldsOf(pid));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(processes.get(pid)?.[1]));
  let ours = 0;
  for (const [pid, fields] of processes) {
    if (!isOurs(pid)) continue;
    // utime, stime, cutime and cstime.
    ours += fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) * TICK_MS;
    queued.set(pid, Number(text(`/proc/${pid}/schedstat`).split(" ")[1] ?? 0) / 1e6);
  }
  return { at, total, busy, ours, queued };
}

/** What follows the name of a process in its `stat`. */
function fieldsOf(pid: string): readonly string[] {
  const stat = text(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A process that has ended, or a system without it.
    return "";
  }
}
