import { spawnSync } from "node:child_process";
import { childrenTime } from "../measure/whole-process.ts";

/**
 * Processor time of a command as a whole process, milliseconds: the mean of some runs one after the other, since the shell counts in hundredths of a
 * second.
 *
 * @param input what it reads from standard input
 * @throws Error where a run fails
 */
export function processorTime(command: readonly string[], { runs = 5, input = "" } = {}): number {
  const script = `n=$1; shift; while [ $n -gt 0 ]; do printf '%s' "$INPUT" | "$@" >/dev/null || exit 1; n=$((n-1)); done; times`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", String(runs), ...command], {
    encoding: "utf8",
    env: { ...process.env, INPUT: input },
  });
  if (status !== 0) throw new Error(`${command.join(" ")} failed: ${stderr}`);
  return childrenTime(stdout) / runs;
}
