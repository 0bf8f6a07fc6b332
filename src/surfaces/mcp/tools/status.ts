import { z } from "zod";
import { statusSchema } from "../../shared/schemas/status.ts";
import type { Tool } from "../tool.ts";

const noInput = z.strictObject({});

export const statusTool: Tool<typeof noInput> = {
  name: "status",
  description: "How the memory stands: drawers, documents, state of the index, last run.",
  input: noInput,
  output: statusSchema,
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const { index, sources, running, lastJob, ...rest } = await project.status({ caller });
    const { project: name, counts, modelIdentity } = rest;
    const text = `Project ${name}: ${counts.drawers} drawers in ${counts.documents} documents${modelIdentity === null ? ", words only (no model)" : ""}.`;
    // Size and sequence of the index, and how many sources there are, tell of drawers that the caller may not see.
    if (caller !== "owner") return { structured: { project: name, counts, modelIdentity, index: { state: index.state } }, text };
    return { structured: { ...rest, index, sources, running, lastJob }, text: `${text} Index ${index.state}; ${sources} sources; ${running.length} runs going on.` };
  },
};
