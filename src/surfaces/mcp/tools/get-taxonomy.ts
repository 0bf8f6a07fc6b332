import { z } from "zod";
import { taxonomySchema } from "../../shared/schemas/taxonomy.ts";
import { taxonomyText } from "../text/taxonomy-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({});

export const getTaxonomyTool: Tool<typeof input> = {
  name: "get_taxonomy",
  description: "The whole palace as a tree: wing, room, number of drawers; and halls by wing.",
  input,
  output: taxonomySchema,
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const found = await project.taxonomy({ caller });
    return { structured: found, text: taxonomyText(found.taxonomy) };
  },
};
