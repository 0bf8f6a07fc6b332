import { injectionSchema, injectRequestSchema } from "../../shared/schemas/injection.ts";
import type { Tool } from "../tool.ts";

export const injectTool: Tool<typeof injectRequestSchema> = {
  name: "inject",
  description: "What memory would add to this prompt, fenced as data, or why it stays silent. Strict: silence wins.",
  input: injectRequestSchema,
  output: injectionSchema,
  behaviour: { readOnly: true },
  async run({ prompt, ...options }, { project, caller }) {
    const added = await project.inject(prompt, { ...options, caller });
    return { structured: added, text: added.silent === null ? added.text : `silent: ${added.silent.message}` };
  },
};
