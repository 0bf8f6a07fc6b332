import { INJECT, WAKE_UP } from "../../../model/requests/index.ts";
import { wakeUpSchema } from "../../shared/schemas/palace.ts";
import { briefText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";
import { injectionSchema } from "../../shared/schemas/ask.ts";

export const wakeUpTool: Tool<typeof WAKE_UP> = {
  name: "wake_up",
  description:
    "Call it at the start of a session: where the last ones stopped, what is pinned, decided and open; each line with its drawer.",
  input: WAKE_UP,
  output: wakeUpSchema,
  behaviour: { readOnly: true },
  async run(options, { project, caller, ifEmpty }) {
    const brief = await project.wakeUp({ ...options, caller });
    const notes = brief.lines.length === 0 ? ifEmpty() : [];
    const noteLines = notes.map(({ message, hint }) => `Note: ${message} (${hint})`);
    return {
      structured: { ...brief, ...(notes.length > 0 && { notes }) },
      text: [briefText(brief), ...noteLines].join("\n\n"),
    };
  },
};

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
