import { randomUUID } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { harmlessLine, LociError } from "../../index.ts";
import { createMcpServer, type McpServerOptions, NAME_LENGTH } from "./create-server.ts";
import { instructionsFor, type Profile, PROFILES } from "./served-project.ts";

/** What one request over HTTP is served from: as for a connection, but instructions are made when they are asked for. */
export type HttpServing = Omit<McpServerOptions, "instructions" | "client">;

/** Methods whose answer holds the instructions. */
const OPENING = new Set(["initialize", "server/discover"]);

/**
 * MCP over Streamable HTTP as a plain handler, to be mounted at `/mcp`. No session is kept: each request stands for itself, so any
 * process may answer it. The id of one holds the client's name, for the log of what was asked.
 *
 * Who asks, host, origin, size and rate are the service's to check before: `serving` gets the request only for what it needs to find
 * the project and the caller (who comes from the token, never from the body).
 *
 * `/mcp?profile=palace` asks for another profile than the one that is served.
 * @param serving what this request is served from
 * @throws LociError what `serving` throws, and `USAGE` for an unknown profile: the service's to answer
 * @param onError what went wrong beside the protocol; never holds content of drawers
 */
export function mcpHttpHandler(
  serving: (request: Request) => Promise<HttpServing> | HttpServing,
  onError: (error: Error) => void,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const options = await serving(request);
    const profile = profileOf(request) ?? options.profile;
    const opening = await openingOf(request);
    const handler = createMcpHandler(
      async () =>
        createMcpServer({
          ...options,
          profile,
          client: nameOf(request.headers.get("mcp-session-id")),
          instructions: opening !== null ? await instructionsFor(options.project, options.caller) : "",
        }),
      { onerror: onError },
    );
    const response = await handler.fetch(request);
    const name = opening?.params?.clientInfo?.name;
    if (response.ok && typeof name === "string") response.headers.set("mcp-session-id", sessionFor(name));
    return response;
  };
}

/** The profile that the address asks for: `/mcp?profile=palace`. @throws LociError `USAGE` for one that isn't there */
function profileOf(request: Request): Profile | null {
  const profileName = new URL(request.url).searchParams.get("profile");
  const profile = PROFILES.find((name) => name === profileName);
  if (profileName === null || profile !== undefined) return profile ?? null;
  throw new LociError("USAGE", `there is no profile '${profileName.slice(0, 40)}'`, {
    hint: `profiles are ${PROFILES.join(", ")}`,
  });
}

/** A message that opens a connection, with what a client of a protocol before 2026-07-28 says of itself in it. */
interface Opening {
  readonly params?: { readonly clientInfo?: { readonly name?: unknown } };
}

/** The message of a request that opens a connection; null: none does. What can't be read is left to the protocol to refuse. */
async function openingOf(request: Request): Promise<Opening | null> {
  if (request.method !== "POST") return null;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const isOpening = (message: unknown): message is Opening =>
    typeof message === "object" && message !== null && "method" in message && OPENING.has(String(message.method));
  return [body].flat().find(isOpening) ?? null;
}

/**
 * A session's id for a client that opened a connection over HTTP. It holds the client's name and nothing is kept of it: each request may be answered by
 * another process, and clients of protocols before 2026-07-28 say their name in the first request only.
 */
const sessionFor = (name: string): string =>
  `${Buffer.from(harmlessLine(name, NAME_LENGTH)).toString("base64url")}.${randomUUID()}`;
const nameOf = (session: string | null): string =>
  Buffer.from(/^([\w-]+)\.[\da-f-]{36}$/u.exec(session ?? "")?.[1] ?? "", "base64url").toString();
