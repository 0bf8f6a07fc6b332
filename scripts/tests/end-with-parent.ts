import { execFileSync } from "node:child_process";

/** How often it is looked whether those are still there who started this, milliseconds. */
const LOOK_MS = 500;
/** Exit status of what a signal ended, as shells have it. */
const ENDED = 143;

/**
 * Ends this process, and whatever it started, with a signal, with its parent, or with the npm above that: a shell between npm and this doesn't hand
 * on what ended npm and outlives it, and a runner that nobody waits for would keep a machine busy.
 *
 * @param end ends what was started
 */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const npm = process.env["npm_lifecycle_event"] === undefined ? null : parentOf(parent);
  const leave = (): never => {
    end();
    process.exit(ENDED);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  setInterval(() => (process.ppid !== parent || (npm !== null && !isThere(npm))) && leave(), LOOK_MS).unref();
}

/** Null where the system doesn't say. */
function parentOf(pid: number): number | null {
  try {
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" })) || null;
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}
