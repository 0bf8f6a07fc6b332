import { ADD_DRAWER } from "../../../model/requests/index.ts";
import { addedDrawerSchema } from "../../shared/schemas/added-drawer.ts";
import type { Tool } from "../tool.ts";

export const addDrawerTool: Tool<typeof ADD_DRAWER> = {
  name: "add_drawer",
  description:
    "Store a drawer: verbatim, exact words, never summarised. What is stored already (similarity > 0.9) is refused, with the matches.",
  input: ADD_DRAWER,
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
