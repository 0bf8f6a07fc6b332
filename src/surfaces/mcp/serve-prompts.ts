import type { GetPromptResult } from "@modelcontextprotocol/server";
import { checkField, type Fields, given, needed, object, text } from "../../model/requests/index.ts";
import type { OpenPalace } from "./served-project.ts";
import { findPrompt, type Prompt, PROMPTS } from "./prompts/prompts.ts";
import { type Served, serveRequest } from "./serve-request.ts";

/** Longest argument of a prompt, in characters. */
const LONGEST_ARGUMENT = 20_000;

const GET = {
  name: needed(text(200, "A prompt")),
  arguments: given<Readonly<Record<string, string>>>("object"),
};

/** What a prompt is given: all of it may be typed by a person, so that it is text. */
function argumentsOf(prompt: Prompt): Fields {
  return Object.fromEntries(
    prompt.arguments.map(({ name, description, required }) => {
      const field = text(LONGEST_ARGUMENT, description, { min: 1 });
      return [name, required ? needed(field) : field];
    }),
  );
}

/** Serves the prompts. */
export function servePrompts(served: Served, palace: OpenPalace): void {
  served.server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, description, arguments: known }) => ({ name, description, arguments: [...known] })),
  }));
  serveRequest(
    served,
    "prompts/get",
    GET,
    async ({ name, arguments: values = {} }, { mcpReq: { signal } }): Promise<GetPromptResult> => {
      const prompt = findPrompt(name);
      checkField("arguments", object(argumentsOf(prompt), ""), values, { what: "prompts/get" });
      const shown = await prompt.text(values, await palace(signal));
      return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text: shown } }] };
    },
  );
}
