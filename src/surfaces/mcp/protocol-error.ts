import { ProtocolError } from "@modelcontextprotocol/server";
import { errorBody } from "../shared/error-body.ts";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { hintForAgents } from "./hint-for-agents.ts";

/** Anything thrown as a JSON-RPC error: for resources and prompts, which have no answer that could carry it. The code is in `data`. */
export function protocolError(thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const { code, message, hint: said, details } = errorBody(thrown);
  const hint = hintForAgents(said);
  return new ProtocolError(ERROR_TABLE[code].mcp, hint === "" ? message : `${message}; ${hint}`, { code, hint, details });
}
