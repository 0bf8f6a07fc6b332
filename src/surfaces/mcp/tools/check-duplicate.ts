import { CHECK_DUPLICATE } from "../../../model/requests/index.ts";
import { duplicateCheckSchema } from "../../shared/schemas/duplicate-check.ts";
import type { Tool } from "../tool.ts";

export const checkDuplicateTool: Tool<typeof CHECK_DUPLICATE> = {
  name: "check_duplicate",
  description: "Whether a text is stored already: drawers that are more than 0.9 similar to it.",
  input: CHECK_DUPLICATE,
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
