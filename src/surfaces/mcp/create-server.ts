import {
  type CallToolResult,
  type ListResourcesResult,
  type ReadResourceResult,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Caller, harmlessLine, LociError, type ModelText, nearestName, renderForModel } from "../../index.ts";
import { givenArguments, listedTool, type ReportProgress, type Tool, type ToolAnswer, type ToolCall } from "./tool.ts";
import { type OpenPalace, type Profile, type ServedProject, toolsOf } from "./served-project.ts";
import { MCP_WORDS, protocolError, type Served, serveRequest } from "./serve-request.ts";
import { findResource, RESOURCES } from "./resources/resources.ts";
import { servePrompts } from "./prompts/prompts.ts";
import { type ErrorBody, errorBody, withoutInside } from "../shared/error-table.ts";
import { SHOWN_ID } from "./text/hits-text.ts";
import { checkRequest, needed, text } from "../../model/requests/index.ts";

const READ = { uri: needed(text(10_000, "A resource")) };

function serveResources(served: Served, palace: OpenPalace): void {
  const { server, caller } = served;
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCES.map(({ uriTemplate, name, description, mimeType }) => ({
      uriTemplate,
      name,
      description,
      mimeType,
    })),
  }));
  serveRequest(
    served,
    { method: "resources/list", params: {} },
    async (_, { mcpReq: { signal } }): Promise<ListResourcesResult> => {
      const opened = await palace(signal);
      const lists = await Promise.all(RESOURCES.map((resource) => resource.list(opened)));
      return { resources: lists.flat() };
    },
  );
  serveRequest(
    served,
    { method: "resources/read", params: READ },
    async ({ uri: requested }, { mcpReq: { signal } }): Promise<ReadResourceResult> => {
      try {
        const { resource, value } = findResource(requested, RESOURCES);
        const { uri, text } = await resource.read(value, await palace(signal));
        return { contents: [{ uri, mimeType: resource.mimeType, text }] };
      } catch (thrown) {
        throw protocolError(thrown, caller, { uri: requested });
      }
    },
  );
}

/** A client learns of progress at most so often. */
const MIN_INTERVAL_MS = 100;

/**
 * Sends `notifications/progress` for a request that asked for it; for another one it does nothing. What is sent rises with every
 * message, as the protocol wants it.
 * @param clock milliseconds that only rise
 */
function progressOf({ mcpReq }: ServerContext, clock: () => number): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  let sent = -1;
  return (done, total, message) => {
    if (clock() - last < MIN_INTERVAL_MS && done !== total) return;
    last = clock();
    sent = Math.max(done, sent + 1);
    const params = { progressToken, progress: sent, ...(total !== null && total >= sent && { total }), message };
    // A client that has gone away needs no progress; the transport has reported it.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

export interface McpServerOptions {
  readonly project: ServedProject;
  /** Who is at the other end of the connection. */
  readonly caller: Caller;
  readonly profile: Profile;
  readonly version: string;
  /** What the client is called where the protocol's messages don't say it; left out: nothing else says it. */
  readonly client?: string;
  /** Told to the model at the start; see `instructions`. */
  readonly instructions: string;
  /** Milliseconds that only rise. */
  readonly clock: () => number;
  /** Runs after an answer was given; whoever closes the project waits for it. */
  readonly afterwards: (work: Promise<void>) => void;
}

/** What an agent whose hooks tell of it, too, calls itself here: "codex-mcp-client" is codex. */
const WITH_HOOKS = /^(?:claude-code|codex|gemini|cursor|opencode)/u;
/** Characters of a client's name at most: it is what a program says of itself. */
export const NAME_LENGTH = 40;

/**
 * What a client is called in the log of what was asked: an agent as its hooks call it, any other by its own name behind `mcp`, so that none passes for
 * the command line or the page.
 * @param given what it says of itself; empty: nothing
 * @example loggedName("codex-mcp-client") // "codex"
 * @example loggedName("cline") // "mcp: cline"
 */
function loggedName(given: string): string {
  const name = harmlessLine(given, NAME_LENGTH);
  return WITH_HOOKS.exec(name)?.[0] ?? (name === "" || name === "mcp" ? "mcp" : `mcp: ${name}`);
}

/**
 * A server for one connection, or one request over HTTP, not yet connected.
 *
 * The low-level `Server` of the SDK, because errors carry a code and a hint here, and because what is listed is shorter than what is checked.
 */
export function createMcpServer(given: McpServerOptions): Server {
  const { project, caller, profile, version, client = "", instructions, clock, afterwards } = given;
  // Loaded when they are first asked for: a fresh process opens a connection without them.
  let loading: ReturnType<typeof toolsOf> | null = null;
  const loaded = (): ReturnType<typeof toolsOf> => (loading ??= toolsOf(profile));
  const palace: OpenPalace = async (signal, make = false) => ({
    project: await project.open({ make }),
    caller,
    signal,
  });
  const server = new Server(
    { name: "loci", title: "Loci", version },
    { instructions, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  const agent = () => loggedName(server.getClientVersion()?.name ?? client);
  server.setRequestHandler("tools/list", async () => ({ tools: (await loaded()).map(listedTool) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tools = await loaded();
    // MemPalace's own names begin so.
    const asked = profile === "palace" ? params.name.replace(/^mempalace_/u, "") : params.name;
    const tool = tools.find(({ name }) => name === asked);
    if (tool === undefined) throw protocolError(unknownTool(params.name, tools, profile), caller);
    const call = async (): Promise<ToolCall> => ({
      ...(await palace(context.mcpReq.signal, tool.behaviour.readOnly !== true)),
      ifEmpty: project.ifEmpty ?? (() => []),
      agent: agent(),
      progress: progressOf(context, clock),
    });
    const { result, accesses } = await callTool(tool, { args: params.arguments, caller }, call);
    if (accesses !== undefined) {
      const { kind, ids, ...about } = accesses;
      const opened = project.open({ make: false });
      afterwards(opened.then((one) => one.recordAccess(kind, ids, { caller, client: agent(), ...about })));
    }
    return result;
  });
  const served = { server, caller };
  serveResources(served, palace);
  servePrompts(served, palace);
  return server;
}

function unknownTool(name: string, tools: readonly Tool[], profile: Profile): LociError {
  const names = tools.map((tool) => tool.name);
  const near = nearestName(name, names);
  const more = profile === "default" ? "; more are there with 'loci mcp --profile palace'" : "";
  return new LociError("USAGE", `there is no tool '${name.slice(0, 80)}'`, {
    hint: `${near === null ? "" : `did you mean '${near}'? `}Tools are ${names.join(", ")}${more}`,
  });
}

/**
 * Calls a tool. Whatever goes wrong is an answer that a model can read and act on, with `isError`: code, what happened, what to do.
 * Arguments are checked first; nothing of the tool runs on wrong ones.
 * @param call opens what the tool works with
 */
async function callTool(
  tool: Tool,
  { args, caller }: { readonly args: unknown; readonly caller: Caller },
  call: () => Promise<ToolCall>,
): Promise<{ readonly result: CallToolResult; readonly accesses?: ToolAnswer["accesses"] }> {
  try {
    const given = checkRequest(tool.input, givenArguments(tool.input, args), { what: tool.name });
    const made = await call();
    const { budgetTokens, accesses, ...answer } = await tool.run(given, made);
    const { text } = renderForModel(answer, made.project.sign, budgetTokens);
    return { result: { content: [{ type: "text", text }] }, ...(accesses && { accesses }) };
  } catch (thrown) {
    const { text } = renderForModel(errorAnswer(withoutInside(errorBody(thrown, MCP_WORDS), caller)), UNSIGNED);
    return { result: { isError: true, content: [{ type: "text", text }] } };
  }
}

/** What an error shows of what is stored is little, and no project may be open. */
const UNSIGNED = (): string => "none";

/** What happened and what to do; what is stored already stands in the fence. */
function errorAnswer({ code, message, hint, details }: ErrorBody): ModelText {
  const matches: readonly unknown[] = Array.isArray(details["matches"]) ? details["matches"] : [];
  return {
    lead: `Error ${code}: ${harmlessLine(message, 600)}${hint === "" ? "" : `\nWhat to do: ${harmlessLine(hint, 600)}`}`,
    stored: matches.map((match) => {
      if (typeof match === "string") return { label: "", about: "", text: match };
      const { id, similarity, text } = match as { id: string; similarity: number; text: string };
      return { label: id.slice(0, SHOWN_ID), about: `similarity ${similarity}`, text };
    }),
  };
}
