import { jsonText } from "./json-text.ts";

/**
 * The text of a call of a tool: its name, and below it what it was given; text as it is, anything else as JSON.
 *
 * @example toolText("Bash", { command: "ls" }) // 'Bash\n{"command":"ls"}'
 */
export function toolText(name: string | null, input: unknown): string {
  const given = input === undefined || input === null ? "" : typeof input === "string" ? input : jsonText(input);
  return [name ?? "", given].filter((part) => part !== "").join("\n");
}
