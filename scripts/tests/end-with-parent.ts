/** How often it is looked whether the parent is still there, milliseconds. */
const LOOK_MS = 500;
/** Exit status of what a signal ended, as shells have it. */
const ENDED = 143;

/**
 * Ends this process, and whatever it started, with a signal or with its parent: a shell between npm and this doesn't hand on what ended it, and a
 * runner that nobody waits for would keep a machine busy.
 *
 * @param end ends what was started
 */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const leave = (): never => {
    end();
    process.exit(ENDED);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  setInterval(() => process.ppid !== parent && leave(), LOOK_MS).unref();
}
