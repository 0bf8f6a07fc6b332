import { z } from "zod";
import { nameSchema } from "../../shared/schemas/name.ts";
import { wakeUpSchema } from "../../shared/schemas/wake-up.ts";
import { briefText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  budgetTokens: z.int().min(0).max(100_000).exactOptional().describe("Default 800"),
  wing: nameSchema.exactOptional(),
});

export const wakeUpTool: Tool<typeof input> = {
  name: "wake_up",
  description:
    "Call it at the start of a session: where the last ones stopped, what is pinned, decided and open; each line with its drawer.",
  input,
  output: wakeUpSchema,
  behaviour: { readOnly: true },
  async run(options, { project, caller, ifEmpty }) {
    const brief = await project.wakeUp({ ...options, caller });
    const notes = brief.lines.length === 0 ? ifEmpty() : [];
    const told = notes.map(({ message, hint }) => `Note: ${message} (${hint})`);
    return {
      structured: { ...brief, ...(notes.length > 0 && { notes }) },
      text: [briefText(brief), ...told].join("\n\n"),
    };
  },
};
