import { LociError, operation, type Progress, step } from "../../../index.ts";
import type { Tool } from "../tool.ts";
import { counted } from "../../shared/wording.ts";

export const statusTool: Tool<Record<never, never>> = {
  name: "status",
  description: "How the memory stands: passages, documents, state of the index, last run.",
  input: {},
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const status = await project.status({ caller });
    const { counts, index, sources, running, modelIdentity } = status;
    const text = `Project ${status.project}: ${counted(counts.drawers, "passage")} in ${counted(counts.documents, "document")}.`;
    // Size, state and model of the index, and how many sources there are, tell of drawers that the caller may not see.
    if (caller !== "owner") return { lead: text };
    const model = modelIdentity === null ? "no vectors" : `vectors of ${modelIdentity}`;
    return {
      lead: `${text} Index ${index.state}, ${model}; ${counted(sources, "source")}; ${counted(running.length, "run")} going on.`,
    };
  },
};

export const syncTool: Tool<Record<never, never>> = {
  name: "sync",
  description:
    "Bring every remembered source up to date: reads the files that changed. May take minutes; reports progress and can be cancelled.",
  input: {},
  behaviour: { idempotent: true },
  async run(_, { project, caller, signal, progress }) {
    if (caller !== "owner")
      throw new LociError("FORBIDDEN", "only the owner may index", {
        hint: step`ask the owner to run ${operation("index")}`,
      });
    const job = await project.index([], {
      signal,
      onProgress: (step) => progress(step.files.done, step.files.total, progressText(step)),
    });
    const { files, drawers } = job;
    const text =
      `Run ${job.id} ${job.status}: ${counted(files.indexed, "file")} indexed, ${files.unchanged}` +
      ` unchanged, ${files.removed} removed, ${files.failed} failed; ` +
      `${counted(drawers.added, "passage")} added, ${drawers.removed} removed, ${drawers.total} in all.`;
    return { lead: text };
  },
};

const progressText = ({ phase, source, files }: Progress): string =>
  `${phase} ${source}: ${files.done} of ${counted(files.total, "file")}`;
