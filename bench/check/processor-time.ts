import { spawnSync } from "node:child_process";

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
  // The second line is of the children, user and system: 0m0.41s 0m0.19s.
  const times = [...(stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const spent = times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
  return spent / runs;
}
