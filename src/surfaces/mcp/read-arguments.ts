import { LociError } from "../../index.ts";
import type { Prompt } from "./prompts/prompt.ts";

/** Longest argument of a prompt, in characters. */
const LONGEST_ARGUMENT = 20_000;

/** A prompt's arguments, checked. @throws LociError `USAGE` for one that is unknown or missing, `TOO_LARGE` for one that is too long */
export function readArguments(prompt: Prompt, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(given)) {
    if (!prompt.arguments.some((argument) => argument.name === name)) {
      throw new LociError("USAGE", `${prompt.name} has no argument '${name.slice(0, 80)}'`, { hint: `its arguments are ${prompt.arguments.map((argument) => argument.name).join(", ")}` });
    }
    if (value.length > LONGEST_ARGUMENT) throw new LociError("TOO_LARGE", `${prompt.name}: '${name}' is longer than ${LONGEST_ARGUMENT} characters`, { hint: "shorten it" });
  }
  const missing = prompt.arguments.find(({ name, required }) => required && (given[name] ?? "").trim() === "");
  if (missing !== undefined) throw new LociError("USAGE", `${prompt.name} needs '${missing.name}'`, { hint: `give '${missing.name}': ${missing.description}` });
  return given;
}
