import { Server } from "@modelcontextprotocol/server";
import { type Caller, LociError, nearestName } from "../../index.ts";
import { callTool } from "./call-tool.ts";
import { listedTool } from "./listed-tool.ts";
import type { OpenPalace } from "./palace-access.ts";
import { progressOf } from "./progress.ts";
import { protocolError } from "./protocol-error.ts";
import type { Profile } from "./profiles.ts";
import { toolsOf } from "./profiles.ts";
import type { ToolCall } from "./tool.ts";
import { serveCompletions } from "./serve-completions.ts";
import { servePrompts } from "./serve-prompts.ts";
import { serveResources } from "./serve-resources.ts";
import type { ServedProject } from "./served-project.ts";

/** What a server is made of. */
export interface McpServerOptions {
  readonly project: ServedProject;
  /** Who is at the other end of the connection. */
  readonly caller: Caller;
  readonly profile: Profile;
  /** Hits of a search that names no number. */
  readonly limit: number;
  /** Of Loci. */
  readonly version: string;
  /** Told to the model at the start; see `instructions`. */
  readonly instructions: string;
  /** Milliseconds that only rise. */
  readonly clock: () => number;
  /** Runs after an answer was given; whoever closes the project waits for it. */
  readonly afterwards: (work: Promise<void>) => void;
}

/**
 * A server for one connection, or one request over HTTP, not yet connected.
 *
 * The low-level `Server` of the SDK, because errors carry a code and a hint here, and because what is listed is shorter than what is checked.
 */
export function createMcpServer({ project, caller, profile, limit, version, instructions, clock, afterwards }: McpServerOptions): Server {
  // Loaded when they are first asked for: a fresh process opens a connection without them.
  let loading: ReturnType<typeof toolsOf> | null = null;
  const loaded = (): ReturnType<typeof toolsOf> => (loading ??= toolsOf(profile));
  const palace: OpenPalace = async (signal) => ({ project: await project.open(), caller, signal });
  const server = new Server({ name: "loci", title: "Loci", version }, { instructions, capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } });
  server.setRequestHandler("tools/list", async () => ({ tools: (await loaded()).map(listedTool) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tools = await loaded();
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw protocolError(unknownTool(params.name, tools.map(({ name }) => name), profile));
    const call = async (): Promise<ToolCall> => ({ ...(await palace(context.mcpReq.signal)), limit, progress: progressOf(context, clock) });
    const { result, accesses } = await callTool(tool, params.arguments, call);
    if (accesses !== undefined && accesses.ids.length > 0) {
      const { kind, ids, query } = accesses;
      afterwards(project.open().then((opened) => opened.recordAccess(kind, ids, { caller, ...(query !== undefined && { query }) })));
    }
    return result;
  });
  serveResources(server, palace);
  servePrompts(server, palace);
  serveCompletions(server, palace);
  return server;
}

function unknownTool(name: string, names: readonly string[], profile: Profile): LociError {
  const near = nearestName(name, names);
  const more = profile === "default" ? "; more are there with 'loci mcp --profile palace'" : "";
  return new LociError("USAGE", `there is no tool '${name.slice(0, 80)}'`, { hint: `${near === null ? "" : `did you mean '${near}'? `}Tools are ${names.join(", ")}${more}` });
}
