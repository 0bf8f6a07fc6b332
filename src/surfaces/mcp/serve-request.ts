import { ProtocolError, type Result, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Caller, COMMAND_WORDS, type Operation, type StepWords } from "../../index.ts";
import { checkRequest, type Fields, type ValuesOf } from "../../model/requests/index.ts";
import { ERROR_TABLE, errorBody, withoutInside } from "../shared/error-table.ts";

/** The tool that does or shows what an operation does. What only the owner can do stays a command, which an agent passes on. */
const TOOLS: Readonly<Partial<Record<Operation, string>>> = {
  "palace closets": "browse with view: closets",
  expand: "'expand'",
  facts: "'facts' with op: list",
  "palace rooms": "browse with view: rooms",
  search: "'search'",
  palace: "browse with view: taxonomy",
  "palace tunnels": "browse with view: tunnels",
  "palace wings": "browse with view: wings",
};

/** Next steps as an agent can take them: operations are tools, options are parameters. */
export const MCP_WORDS: StepWords = {
  operation: (part) => TOOLS[part.operation] ?? COMMAND_WORDS.operation(part),
  // The connection determines the caller.
  option: ({ option }) => (option === "as" ? "the owner's connection" : option),
};

/** The library checks nothing itself: wrong parameters would be -32603 there, with a schema's complaint as message. */
const ANYTHING = z.looseObject({});

export interface Served {
  readonly server: Server;
  readonly caller: Caller;
}

/**
 * Serves a method of the protocol. Parameters are checked before anything runs; whatever goes wrong is an error with a code and what to do.
 * @param params not strict: a message may carry `_meta` and what later versions add
 */
export function serveRequest<Params extends Fields>(
  { server, caller }: Served,
  { method, params }: { readonly method: string; readonly params: Params },
  answer: (params: ValuesOf<Params>, context: ServerContext) => Promise<Result>,
): void {
  server.setRequestHandler(method, { params: ANYTHING }, async (given, context) => {
    try {
      return await answer(checkRequest(params, given, { what: method, loose: true }), context);
    } catch (thrown) {
      throw protocolError(thrown, caller);
    }
  });
}

/**
 * Anything thrown as a JSON-RPC error: for resources and prompts, which have no answer that could carry it. The code is in `data`.
 * @param about what the protocol wants told beside it: the `uri` of a resource that isn't there
 */
export function protocolError(thrown: unknown, caller: Caller, about: { readonly uri?: string } = {}): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const { code, message, hint, details } = withoutInside(errorBody(thrown, MCP_WORDS), caller);
  return new ProtocolError(ERROR_TABLE[code].mcp, hint === "" ? message : `${message}; ${hint}`, {
    ...about,
    code,
    hint,
    details,
  });
}
