import { z } from "zod";
import { nameSchema } from "../../shared/schemas/name.ts";
import { wakeUpSchema } from "../../shared/schemas/wake-up.ts";
import { briefText } from "../text/brief-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  budgetTokens: z.int().min(0).max(100_000).exactOptional().describe("Default 800"),
  wing: nameSchema.exactOptional(),
});

export const wakeUpTool: Tool<typeof input> = {
  name: "wake_up",
  description: "A brief for the start of a session: identity, pinned notes, active rooms, open items, recent events, each line with its drawer.",
  input,
  output: wakeUpSchema,
  behaviour: { readOnly: true },
  async run(options, { project, caller }) {
    const brief = await project.wakeUp({ ...options, caller });
    return { structured: brief, text: briefText(brief) };
  },
};
