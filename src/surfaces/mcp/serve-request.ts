import type { Result, Server, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseRequest } from "../shared/parse-request.ts";
import { protocolError } from "./protocol-error.ts";

/** The library checks nothing itself: wrong parameters would be -32603 there, with a schema's complaint as message. */
const ANYTHING = z.looseObject({});

/**
 * Serves a method of the protocol. Parameters are checked before anything runs; whatever goes wrong is an error with a code and what to do.
 *
 * @param params not strict: a message may carry `_meta` and what later versions add
 */
export function serveRequest<Params extends z.ZodObject>(server: Server, method: string, params: Params, answer: (params: z.output<Params>, context: ServerContext) => Promise<Result>): void {
  server.setRequestHandler(method, { params: ANYTHING }, async (given, context) => {
    try {
      return await answer(parseRequest(params, given, method), context);
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
}
