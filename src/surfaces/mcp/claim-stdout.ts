import type { Writable } from "node:stream";

/** Standard output for the protocol alone. */
export interface ClaimedOutput {
  /** Resolves when the reader has taken it; false when the reader has gone away. */
  readonly write: (text: string) => Promise<boolean>;
  /** Gives the stream back as it was. */
  readonly release: () => void;
}

/**
 * Takes a process's standard output for the protocol: whatever else writes to it from now on (a library that logs, a thread whose
 * output is passed on) goes to standard error, since one stray line would break the connection.
 */
export function claimStdout(output: Writable, other: Writable): ClaimedOutput {
  const own = output.write;
  let closed = false;
  const onError = (): void => {
    closed = true;
  };
  output.on("error", onError);
  output.write = ((...given: Parameters<Writable["write"]>) => other.write(...given)) as Writable["write"];
  return {
    write: (text) =>
      closed || output.destroyed
        ? Promise.resolve(false)
        : new Promise((resolve) => {
            own.call(output, text, "utf8", (error) => resolve(error === null || error === undefined));
          }),
    release() {
      output.write = own;
      output.off("error", onError);
    },
  };
}
