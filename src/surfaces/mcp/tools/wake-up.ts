import { INJECT, WAKE_UP, without } from "../../../model/requests/index.ts";
import { briefAnswer } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

export const wakeUpTool: Tool<typeof WAKE_UP> = {
  name: "wake_up",
  description:
    "Call it at the start of a session: where the last ones stopped, what is pinned, decided and open; each line with its drawer.",
  input: WAKE_UP,
  behaviour: { readOnly: true },
  run: async (options, { project, caller, ifEmpty }) => await briefAnswer(project, { ...options, caller }, ifEmpty),
};

/** Through what it is asked is known here. */
const PROMPT = without(INJECT, ["client"]);

export const injectTool: Tool<typeof PROMPT> = {
  name: "inject",
  description: "What memory would add to this prompt, fenced as data, or why it stays silent. Strict: silence wins.",
  input: PROMPT,
  behaviour: { readOnly: true },
  async run({ prompt, ...options }, { project, caller }) {
    const added = await project.inject(prompt, { ...options, caller, client: "mcp" });
    // It comes fenced already.
    return { lead: added.silent === null ? added.text : `silent: ${added.silent.message}` };
  },
};
