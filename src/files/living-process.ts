import { readFileSync } from "node:fs";

/** Whether a process of this machine runs. One that was killed and is only not yet collected by its parent (a zombie) doesn't. */
export function isLiving(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: there, but another user's.
    if ((thrown as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const state = processFields(pid)?.[0];
  return state !== "Z" && state !== "X";
}

/** Field 22 of proc(5), counted from the third: start of the process in ticks since boot; null where the system doesn't tell. */
export const startOfProcess = (pid: number): string | null => processFields(pid)?.[19] ?? null;

/** The fields of `/proc/<pid>/stat` from the third on, which is the state. */
function processFields(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in parentheses, which may hold blanks and parentheses itself.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
