import type { Server } from "@modelcontextprotocol/server";
import { LociError } from "../../index.ts";
import type { OpenPalace } from "./palace-access.ts";
import { PROMPTS } from "./prompts/prompts.ts";
import { protocolError } from "./protocol-error.ts";
import { readArguments } from "./read-arguments.ts";

/** Serves the prompts. */
export function servePrompts(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, description, arguments: known }) => ({ name, description, arguments: [...known] })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq: { signal } }) => {
    try {
      const prompt = PROMPTS.find(({ name }) => name === params.name);
      if (prompt === undefined) throw new LociError("USAGE", `there is no prompt '${params.name.slice(0, 80)}'`, { hint: `prompts are ${PROMPTS.map(({ name }) => name).join(", ")}` });
      const text = await prompt.text(readArguments(prompt, params.arguments ?? {}), await palace(signal));
      return { description: prompt.description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
}
