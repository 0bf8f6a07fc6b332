import { createMcpHandler, readRequestBody } from "@modelcontextprotocol/server";
import { LociError } from "../../index.ts";
import { createMcpServer, type McpServerOptions } from "./create-server.ts";
import { instructionsFor, type Profile, PROFILES } from "./served-project.ts";

/** What one request over HTTP is served from: as for a connection, but instructions are made when they are asked for. */
export type HttpServing = Omit<McpServerOptions, "instructions">;

/** Methods whose answer holds the instructions. */
const OPENING = new Set(["initialize", "server/discover"]);

/**
 * MCP over Streamable HTTP as a plain handler, to be mounted at `/mcp`. Without sessions: each request stands for itself, so any
 * process may answer it.
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
    const opening = await asksForInstructions(request);
    const handler = createMcpHandler(
      async () =>
        createMcpServer({
          ...options,
          profile,
          instructions: opening ? await instructionsFor(options.project, options.caller) : "",
        }),
      { onerror: onError },
    );
    return await handler.fetch(request);
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

/** Whether a request opens a connection; what can't be read is left to the protocol to refuse. */
async function asksForInstructions(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  const read = await readRequestBody(request.clone());
  if (read.tooLarge) return false;
  try {
    const body: unknown = JSON.parse(read.text);
    return [body]
      .flat()
      .some(
        (message) =>
          typeof message === "object" && message !== null && "method" in message && OPENING.has(String(message.method)),
      );
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}
