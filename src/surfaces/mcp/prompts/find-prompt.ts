import { LociError } from "../../../index.ts";
import type { Prompt } from "./prompt.ts";
import { PROMPTS } from "./prompts.ts";

/** The prompt of that name. @throws LociError `USAGE` when there is none */
export function findPrompt(name: string): Prompt {
  const found = PROMPTS.find((prompt) => prompt.name === name);
  if (found !== undefined) return found;
  throw new LociError("USAGE", `there is no prompt '${name.slice(0, 80)}'`, {
    hint: `prompts are ${PROMPTS.map((prompt) => prompt.name).join(", ")}`,
  });
}
