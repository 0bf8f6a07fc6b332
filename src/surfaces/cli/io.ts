import type { Readable } from "node:stream";
import { homedir, userInfo } from "node:os";
import type { WriteStream } from "node:tty";
import { EXIT } from "../shared/error-table.ts";

/** Where text goes. */
export interface TextOutput {
  readonly isTTY: boolean;
  /** Characters a line; 100 where nobody knows. */
  readonly columns: number;
  /** Resolves when the reader has taken it; false when the reader has gone away. */
  write(text: string): Promise<boolean>;
}

/** The environment of one command: what a surface may read of its process. */
export interface CliIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** The user's own folder. */
  readonly userHome: string;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Results, and nothing else. */
  readonly out: TextOutput;
  /** Progress, notes and errors. */
  readonly err: TextOutput;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** Raised by Ctrl-C and by a polite kill. */
  readonly signal: AbortSignal;
}

/** Exit status after a second Ctrl-C, as shells have it. */
const INTERRUPTED = 130;

/** The process as a command's environment. Ctrl-C and SIGTERM ask the work to end; a second one ends it at once. */
export function processIo(): CliIo {
  const cancel = new AbortController();
  const onSignal = (): void => {
    if (cancel.signal.aborted) process.exit(INTERRUPTED);
    cancel.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    environment: process.env,
    cwd: process.cwd(),
    // A home that is set and empty would be the current folder.
    userHome: homedir() || userInfo().homedir,
    input: process.stdin,
    out: textOutput(process.stdout),
    err: textOutput(process.stderr),
    timer: () => performance.now(),
    signal: cancel.signal,
  };
}

/** A reader that has gone away (`loci search … | head -1`) is no error: what follows is dropped. */
function textOutput(stream: WriteStream): TextOutput {
  let closed = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const failed = error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED";
    if (failed && !closed && stream !== process.stderr)
      process.stderr.write(`error: the output can't be written (${error.code ?? error.message}); it ends in between\n`);
    // Whatever the result was, the answer didn't arrive.
    if (failed) process.on("exit", () => void (process.exitCode = EXIT.STORAGE));
    closed = true;
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      // A terminal that doesn't know its size says 0; COLUMNS is what shells say of it.
      return stream.columns || Number(process.env["COLUMNS"]) || 100;
    },
    write: (text) =>
      closed
        ? Promise.resolve(false)
        : new Promise((resolve) => {
            stream.write(text, () => resolve(!closed));
          }),
  };
}
