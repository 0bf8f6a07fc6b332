import type { Server } from "@modelcontextprotocol/server";
import { LociError } from "../../index.ts";
import { PROMPTS } from "./prompts/prompts.ts";
import { protocolError } from "./protocol-error.ts";
import type { ServedPalace } from "./serve-resources.ts";

/** Serves the prompts, and completes their arguments. */
export function servePrompts(server: Server, palace: ServedPalace): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS.map(({ name, description, arguments: args }) => ({ name, description, arguments: [...args] })) }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq }) => {
    try {
      const prompt = PROMPTS.find(({ name }) => name === params.name);
      if (prompt === undefined) throw new LociError("USAGE", `there is no prompt '${params.name.slice(0, 80)}'`, { hint: `prompts are ${PROMPTS.map(({ name }) => name).join(", ")}` });
      const given = params.arguments ?? {};
      for (const name of Object.keys(given)) {
        if (!prompt.arguments.some((argument) => argument.name === name)) throw new LociError("USAGE", `${prompt.name} has no argument '${name.slice(0, 80)}'`, { hint: `its arguments are ${prompt.arguments.map((argument) => argument.name).join(", ")}` });
      }
      for (const { name, required } of prompt.arguments) {
        if (required && (given[name] ?? "") === "") throw new LociError("USAGE", `${prompt.name} needs '${name}'`, { hint: `give '${name}'` });
      }
      return { description: prompt.description, messages: [{ role: "user" as const, content: { type: "text" as const, text: await prompt.text(given, { ...palace, signal: mcpReq.signal }) } }] };
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [] } }));
}
