import { z } from "zod";
import { wingsSchema } from "../../shared/schemas/wings.ts";
import { wingsText } from "../text/wings-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({});

export const listWingsTool: Tool<typeof input> = {
  name: "list_wings",
  description: "Every wing (person, project or subject), largest first, with its rooms and halls counted.",
  input,
  output: wingsSchema,
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const found = await project.wings({ caller });
    return { structured: found, text: wingsText(found.wings) };
  },
};
