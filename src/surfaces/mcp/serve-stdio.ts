import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpServerOptions } from "./create-server.ts";
import { instructionsFor } from "./served-project.ts";
import { type StdioPipes, stdioTransport } from "./stdio-transport.ts";
import type { Writable } from "node:stream";

/** What `loci mcp` serves, to whom. */
export interface ServeStdioOptions extends Omit<McpServerOptions, "instructions" | "afterwards"> {
  readonly pipes: StdioPipes;
  /** Raised when the process is asked to end. */
  readonly signal: AbortSignal;
  /** What went wrong beside the protocol, for stderr. Never holds content of drawers. */
  readonly onError: (error: Error) => void;
}

/**
 * Serves MCP over the pipes of this process until the input ends, the reader goes away or the signal is raised. Speaks the protocol of 2026
 * and those of 2025, as the client opens.
 * @returns when the connection is closed and what was to be recorded is recorded; the project is the caller's to close
 */
export async function serveStdio({ pipes, signal, onError, ...serving }: ServeStdioOptions): Promise<void> {
  const pending = new Set<Promise<void>>();
  const afterwards = (work: Promise<void>): void => {
    const settled = work.catch(onError).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const { transport, closed } = stdioTransport(pipes);
  const factory = async () =>
    createMcpServer({ ...serving, afterwards, instructions: await instructionsFor(serving.project, serving.caller) });
  const handle = serve(factory, { transport, onerror: onError });
  const end = (): void => void handle.close();
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  await closed;
  signal.removeEventListener("abort", end);
  await Promise.all(pending);
}

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
