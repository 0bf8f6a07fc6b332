import { ProtocolError } from "@modelcontextprotocol/server";
import { errorBody } from "../shared/error-body.ts";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { hintForAgents } from "./hint-for-agents.ts";

/**
 * Anything thrown as a JSON-RPC error: for resources and prompts, which have no answer that could carry it. The code is in `data`.
 *
 * @param about what the protocol wants told beside it: the `uri` of a resource that isn't there
 */
export function protocolError(thrown: unknown, about: { readonly uri?: string } = {}): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const { code, message, hint: said, details } = errorBody(thrown);
  const hint = hintForAgents(said);
  return new ProtocolError(ERROR_TABLE[code].mcp, hint === "" ? message : `${message}; ${hint}`, { ...about, code, hint, details });
}
