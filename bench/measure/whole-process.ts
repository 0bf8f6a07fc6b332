import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/** What a command took as a whole process, with all that it started. */
export interface WholeProcess {
  /** Of processor time. */
  readonly milliseconds: number;
  /** Most resident memory of all its processes at one moment, as far as a look each 20 ms sees it; 0 without /proc. */
  readonly peakBytes: number;
}

/** @throws Error where it fails */
export async function wholeProcess(command: readonly string[]): Promise<WholeProcess> {
  const shell = spawn("sh", ["-c", `"$@" >/dev/null </dev/null || exit 1; times`, "sh", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let peakBytes = 0;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, memoryUnder(shell.pid ?? 0))), 20);
  const [times, errors, [status]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
  clearInterval(watch);
  if (status !== 0) throw new Error(`${command.join(" ")} failed: ${errors}`);
  return { milliseconds: childrenTime(times), peakBytes };
}

/** @param times what the shell's `times` prints: its second line is of the children, user and system (0m0.41s 0m0.19s) */
export function childrenTime(times: string): number {
  const spent = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
}

/** Resident bytes of a process and of all below it. */
function memoryUnder(pid: number): number {
  const read = (file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return ""; // it has ended
    }
  };
  if (!existsSync(`/proc/${pid}`)) return 0;
  const own = Number(/^VmRSS:\s*(\d+)/mu.exec(read("status"))?.[1] ?? 0) * 1024;
  const children = read(`task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + memoryUnder(child), own);
}
