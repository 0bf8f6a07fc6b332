import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorBody, errorBody } from "../shared/error-body.ts";
import { parseRequest } from "../shared/parse-request.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";
import { hintForAgents } from "./hint-for-agents.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";

/** What a call came to, and what is to be recorded of it once it was answered. */
export interface CalledTool {
  readonly result: CallToolResult;
  readonly accesses?: ToolAnswer["accesses"];
}

/**
 * Calls a tool. Whatever goes wrong is an answer that a model can read and act on, with `isError`: code, what happened, what to do.
 * Arguments are checked first; nothing of the tool runs on wrong ones.
 *
 * @param call opens what the tool works with
 */
export async function callTool(tool: Tool, args: unknown, call: () => Promise<ToolCall>): Promise<CalledTool> {
  try {
    const { structured, text, accesses } = await tool.run(parseRequest(tool.input, args ?? {}, tool.name), await call());
    return { result: { content: [{ type: "text", text }], structuredContent: { schema: SCHEMA_VERSION, ...structured } }, ...(accesses && { accesses }) };
  } catch (thrown) {
    const body = errorBody(thrown);
    const error = { ...body, hint: hintForAgents(body.hint) };
    return { result: { isError: true, content: [{ type: "text", text: errorText(error) }], structuredContent: { schema: SCHEMA_VERSION, error } } };
  }
}

function errorText({ code, message, hint }: ErrorBody): string {
  return `Error ${code}: ${message}${hint === "" ? "" : `\nWhat to do: ${hint}`}`;
}
