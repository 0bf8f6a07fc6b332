import { z } from "zod";
import { addDrawerRequestSchema } from "../../shared/schemas/add-drawer-request.ts";
import { duplicateCheckSchema } from "../../shared/schemas/duplicate-check.ts";
import type { Tool } from "../tool.ts";

const { text, scope } = addDrawerRequestSchema.shape;
const input = z.strictObject({ text, scope: scope.describe("Of the drawer that it would become; kb when left out") });

export const checkDuplicateTool: Tool<typeof input> = {
  name: "check_duplicate",
  description: "Whether a text is stored already: drawers that are more than 0.9 similar to it.",
  input,
  output: duplicateCheckSchema,
  behaviour: { readOnly: true },
  async run(asked, { project, caller }) {
    const { text: said, ...options } = asked;
    const found = await project.checkDuplicate(said, { ...options, caller });
    const matches = found.matches.map(
      ({ id, similarity, text: stored }) => `${id} (similarity ${similarity}):\n${stored}`,
    );
    return {
      structured: found,
      text: [found.duplicate ? "It is stored already." : "It is not stored.", ...matches].join("\n\n"),
    };
  },
};
