import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A process of a fixture script beside this file. */
export interface RunningScript {
  readonly child: ChildProcess;
  /** Called for each line of its output. */
  onLine: (line: string) => void;
  /** Exit code or signal, with everything that it wrote. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly output: string;
    readonly errors: string;
  }>;
}

/** Compiled modules, kept between the processes of a test that is run alone: half a second less for each of them. */
const COMPILED = join(tmpdir(), "loci-e2e-compiled");

/** Starts a fixture script with the same Node. @param user whom it runs as; whoever runs this by default */
export function runScript(
  name: string,
  parameters: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): RunningScript {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...parameters], {
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  let output = "";
  let errors = "";
  let rest = "";
  const running: RunningScript = {
    child,
    onLine: () => {},
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, output, errors }));
    }),
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) running.onLine(line);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return running;
}
