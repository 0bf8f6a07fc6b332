import { ADD_DRAWER, CHECK_DUPLICATE, needed, text } from "../../../model/requests/index.ts";
import { addedDrawerSchema, duplicateCheckSchema } from "../../shared/schemas/hits.ts";
import type { Tool } from "../tool.ts";
import { LociError } from "../../../index.ts";
import { stillFound } from "../../shared/forgotten-text.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";

/** Pinned is what a person pins, never a call of an agent. */
const { pin: _pin, ...ADD } = ADD_DRAWER;

export const addDrawerTool: Tool<typeof ADD> = {
  name: "add_drawer",
  description:
    "Store a drawer: verbatim, exact words, never summarised. What is stored already (similarity > 0.9) is refused, with the matches.",
  input: ADD,
  output: addedDrawerSchema,
  behaviour: {},
  async run(drawer, { project, caller }) {
    const { id, file, wing, room } = await project.addDrawer(drawer, { caller });
    return {
      structured: { id, file: caller === "owner" ? file : null, wing, room },
      text: `Stored word for word as drawer ${id} in ${wing}/${room}.`,
    };
  },
};

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
    const found = await project.forget(id, { caller, yes: true, byId: true });
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

export const checkDuplicateTool: Tool<typeof CHECK_DUPLICATE> = {
  name: "check_duplicate",
  description: "Whether a text is stored already: drawers that are more than 0.9 similar to it.",
  input: CHECK_DUPLICATE,
  output: duplicateCheckSchema,
  behaviour: { readOnly: true },
  async run(input, { project, caller }) {
    const { text: draft, ...options } = input;
    const found = await project.checkDuplicate(draft, { ...options, caller });
    const matches = found.matches.map(
      ({ id, similarity, text: stored }) => `${id} (similarity ${similarity}):\n${stored}`,
    );
    return {
      structured: found,
      text: [found.duplicate ? "It is stored already." : "It is not stored.", ...matches].join("\n\n"),
    };
  },
};
