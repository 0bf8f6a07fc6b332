import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { Caller } from "../../index.ts";
import { createMcpServer } from "./create-server.ts";
import { instructionsFor } from "./instructions.ts";
import type { Profile, ServedProject } from "./served-project.ts";
import { type StdioPipes, stdioTransport } from "./stdio-transport.ts";

/** What `loci mcp` serves, to whom. */
export interface ServeStdioOptions {
  readonly project: ServedProject;
  readonly caller: Caller;
  readonly profile: Profile;
  readonly version: string;
  readonly pipes: StdioPipes;
  /** Raised when the process is asked to end. */
  readonly signal: AbortSignal;
  readonly clock: () => number;
  /** What went wrong beside the protocol, for stderr. Never holds content of drawers. */
  readonly onError: (error: Error) => void;
}

/**
 * Serves MCP over the pipes of this process until the input ends, the reader goes away or the signal is raised. Speaks the protocol of 2026
 * and those of 2025, as the client opens.
 *
 * @returns when the connection is closed and what was to be recorded is recorded; the project is the caller's to close
 */
export async function serveStdio({
  project,
  caller,
  profile,
  version,
  pipes,
  signal,
  clock,
  onError,
}: ServeStdioOptions): Promise<void> {
  const pending = new Set<Promise<void>>();
  const afterwards = (work: Promise<void>): void => {
    const settled = work.catch(onError).finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const { transport, closed } = stdioTransport(pipes);
  const factory = async () =>
    createMcpServer({
      project,
      caller,
      profile,
      version,
      clock,
      afterwards,
      instructions: await instructionsFor(project, caller),
    });
  const handle = serve(factory, { transport, onerror: onError });
  const end = (): void => void handle.close();
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  await closed;
  signal.removeEventListener("abort", end);
  await Promise.all(pending);
}
