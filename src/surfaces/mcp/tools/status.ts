import { counted } from "../../shared/counted.ts";
import { statusSchema } from "../../shared/schemas/status.ts";
import type { Tool } from "../tool.ts";

const noInput = {};

export const statusTool: Tool<typeof noInput> = {
  name: "status",
  description: "How the memory stands: drawers, documents, state of the index, last run.",
  input: noInput,
  output: statusSchema,
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const status = await project.status({ caller });
    const { counts, index, sources, running, modelIdentity } = status;
    const text = `Project ${status.project}: ${counted(counts.drawers, "drawer")} in ${counted(counts.documents, "document")}.`;
    // Size, state and model of the index, and how many sources there are, tell of drawers that the caller may not see.
    if (caller !== "owner") return { structured: { project: status.project, counts }, text };
    const model = modelIdentity === null ? "no vectors" : `vectors of ${modelIdentity}`;
    return {
      structured: status,
      text: `${text} Index ${index.state}, ${model}; ${counted(sources, "source")}; ${counted(running.length, "run")} going on.`,
    };
  },
};
