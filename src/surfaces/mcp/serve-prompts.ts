import type { GetPromptResult, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { OpenPalace } from "./palace-access.ts";
import { findPrompt } from "./prompts/find-prompt.ts";
import { PROMPTS } from "./prompts/prompts.ts";
import { readArguments } from "./read-arguments.ts";
import { serveRequest } from "./serve-request.ts";

const getParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });

/** Serves the prompts. */
export function servePrompts(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, description, arguments: known }) => ({ name, description, arguments: [...known] })),
  }));
  serveRequest(server, "prompts/get", getParams, async ({ name, arguments: given = {} }, { mcpReq: { signal } }): Promise<GetPromptResult> => {
    const prompt = findPrompt(name);
    const text = await prompt.text(readArguments(prompt, given), await palace(signal));
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}
