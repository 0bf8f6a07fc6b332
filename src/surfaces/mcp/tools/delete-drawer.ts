import { needed, text } from "../../../model/requests/index.ts";
import { LociError } from "../../../index.ts";
import { stillFound } from "../../shared/forgotten-text.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import type { Tool } from "../tool.ts";

const input = {
  id: needed(text(32, "The whole id", { pattern: /^[0-9a-fA-F]{32}$/, form: "the 32 digits of a whole id" })),
};

export const deleteDrawerTool: Tool<typeof input> = {
  name: "delete_drawer",
  description:
    "Forget a drawer that was added by hand, or the chat message that it is of, for good, and prove that " +
    "nothing finds it any more. Drawers from the user's own files stay: they are his to delete.",
  input,
  output: forgottenSchema,
  behaviour: { destructive: true },
  async run({ id }, { project, caller }) {
    const found = await project.forget(id, { caller, yes: true });
    const [match] = found.matches;
    if (match === undefined)
      throw new LociError("DRAWER_NOT_FOUND", `there is no drawer '${id}'`, { hint: "ids come from 'search'" });
    if (!match.goes)
      throw new LociError("FORBIDDEN", `drawer ${id} is neither added by hand nor of a chat here`, {
        hint: match.why,
        details: { id },
      });
    return {
      structured: found,
      text: `Drawer ${id} is forgotten; ${found.proof?.clean === true ? "nothing finds it any more" : `still found by: ${stillFound(found)}`}.`,
    };
  },
};
