import { INJECT } from "../../../model/requests/index.ts";
import { injectionSchema } from "../../shared/schemas/injection.ts";
import type { Tool } from "../tool.ts";

export const injectTool: Tool<typeof INJECT> = {
  name: "inject",
  description: "What memory would add to this prompt, fenced as data, or why it stays silent. Strict: silence wins.",
  input: INJECT,
  output: injectionSchema,
  behaviour: { readOnly: true },
  async run({ prompt, ...options }, { project, caller }) {
    const added = await project.inject(prompt, { ...options, caller });
    return { structured: added, text: added.silent === null ? added.text : `silent: ${added.silent.message}` };
  },
};
