import { type Result, type Server, type ServerContext, ProtocolError } from "@modelcontextprotocol/server";
import { z } from "zod";
import { checkRequest, type Fields, type ValuesOf } from "../../model/requests/index.ts";
import type { Caller } from "../../index.ts";
import { ERROR_TABLE, errorBody, withoutInside } from "../shared/error-table.ts";
import { MCP_WORDS } from "./step-words.ts";

/** The library checks nothing itself: wrong parameters would be -32603 there, with a schema's complaint as message. */
const ANYTHING = z.looseObject({});

/** A server, and who is at the other end. */
export interface Served {
  readonly server: Server;
  readonly caller: Caller;
}

/**
 * Serves a method of the protocol. Parameters are checked before anything runs; whatever goes wrong is an error with a code and what to do.
 *
 * @param params not strict: a message may carry `_meta` and what later versions add
 */
export function serveRequest<Params extends Fields>(
  { server, caller }: Served,
  method: string,
  params: Params,
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
 *
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
