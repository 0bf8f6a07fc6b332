import { expandedSchema } from "../../shared/schemas/expanded.ts";
import { expandRequestSchema } from "../../shared/schemas/expand-request.ts";
import { drawerText } from "../text/drawer-text.ts";
import type { Tool } from "../tool.ts";

export const expandTool: Tool<typeof expandRequestSchema> = {
  name: "expand",
  description: "Open drawers by id: exact text, read again from the file, with what stands before and after, the whole section or document.",
  input: expandRequestSchema,
  output: expandedSchema,
  behaviour: { readOnly: true },
  async run({ ids, ...options }, { project, caller }) {
    const expanded = await project.expand(ids, { ...options, caller });
    const parts = expanded.drawers.map((drawer, index) => `${drawerText(drawer, `[${index + 1}]`)}${drawer.fresh ? "" : "\n(its file no longer holds this; these are the words as they were indexed)"}`);
    return { structured: expanded, text: parts.join("\n\n"), accesses: { kind: "expanded", ids: expanded.drawers.map(({ id }) => id) } };
  },
};
