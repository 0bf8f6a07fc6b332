import type { GetPromptResult, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { OpenPalace } from "./served-project.ts";
import { findPrompt, PROMPTS } from "./prompts/prompts.ts";
import { serveRequest } from "./serve-request.ts";
import { LociError } from "../../index.ts";
import type { Prompt } from "./prompts/prompt.ts";

/** Longest argument of a prompt, in characters. */
const LONGEST_ARGUMENT = 20_000;

/** A prompt's arguments, checked. @throws LociError `USAGE` for one that is unknown or missing, `TOO_LARGE` for one that is too long */
function readArguments(prompt: Prompt, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(given)) {
    if (!prompt.arguments.some((argument) => argument.name === name)) {
      throw new LociError("USAGE", `${prompt.name} has no argument '${name.slice(0, 80)}'`, {
        hint: `its arguments are ${prompt.arguments.map((argument) => argument.name).join(", ")}`,
      });
    }
    if (value.length > LONGEST_ARGUMENT)
      throw new LociError("TOO_LARGE", `${prompt.name}: '${name}' is longer than ${LONGEST_ARGUMENT} characters`, {
        hint: "shorten it",
      });
  }
  const missing = prompt.arguments.find(({ name, required }) => required && (given[name] ?? "").trim() === "");
  if (missing !== undefined)
    throw new LociError("USAGE", `${prompt.name} needs '${missing.name}'`, {
      hint: `give '${missing.name}': ${missing.description}`,
    });
  return given;
}

const getParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });

/** Serves the prompts. */
export function servePrompts(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, description, arguments: known }) => ({ name, description, arguments: [...known] })),
  }));
  serveRequest(
    server,
    "prompts/get",
    getParams,
    async ({ name, arguments: given = {} }, { mcpReq: { signal } }): Promise<GetPromptResult> => {
      const prompt = findPrompt(name);
      const text = await prompt.text(readArguments(prompt, given), await palace(signal));
      return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
    },
  );
}
