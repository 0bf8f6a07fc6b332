import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";
import { BIN } from "../cli/spawn-loci.fixture.ts";

/** How to start `loci` with these arguments, as it was built: from the sources a start takes twice the processor time. */
export function lociCommand(args: readonly string[]): { readonly command: string; readonly args: string[] } {
  return { command: process.execPath, args: [BIN, ...args] };
}

/** The official client, connected to a process of `loci mcp`. */
export interface ConnectedClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What the process has written to standard error so far. */
  readonly errors: () => string;
}

/** @param args after `loci mcp`. @param revision of the protocol to insist on; by default the client opens as those of 2025 do */
export async function connectProcess(
  home: string,
  args: readonly string[] = [],
  revision?: string,
): Promise<ConnectedClient> {
  const transport = new StdioClientTransport({
    ...lociCommand(["mcp", "--home", home, "--project", "test", ...args]),
    stderr: "pipe",
    cwd: fileURLToPath(new URL(".", import.meta.url)),
  });
  const written: Buffer[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => written.push(chunk));
  const client = new Client(
    { name: "loci-test", version: "1.0.0" },
    revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  await client.connect(transport);
  return { client, transport, errors: () => Buffer.concat(written).toString("utf8") };
}
