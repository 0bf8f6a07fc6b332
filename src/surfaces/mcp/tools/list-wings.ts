import { z } from "zod";
import { whole } from "../../../model/requests/index.ts";
import { wingsSchema } from "../../shared/schemas/wings.ts";
import { wingsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = { limit: whole(1, 1_000, "Wings at most", { default: 100 }) };

export const listWingsTool: Tool<typeof input> = {
  name: "list_wings",
  description: "The wings (person, project or subject), largest first, with their rooms and halls counted.",
  input,
  output: wingsSchema.extend({ total: z.int() }),
  behaviour: { readOnly: true },
  async run({ limit = input.limit.default }, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const shown = wings.slice(0, limit);
    const left = wings.length - shown.length;
    return {
      structured: { wings: shown, total: wings.length },
      text: `${wingsText(shown)}${left > 0 ? `\n${left} more; give a larger limit.` : ""}`,
    };
  },
};
