import { operation, step } from "../../../index.ts";
import { LociError, type Progress } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { jobSchema } from "../../shared/schemas/job.ts";
import type { Tool } from "../tool.ts";

const noInput = {};

export const syncTool: Tool<typeof noInput> = {
  name: "sync",
  description:
    "Bring every remembered source up to date: reads the files that changed. May take minutes; reports progress and can be cancelled.",
  input: noInput,
  output: jobSchema,
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
      `${counted(drawers.added, "drawer")} added, ${drawers.removed} removed, ${drawers.total} in all.`;
    return { structured: { job }, text };
  },
};

function progressText({ phase, source, files }: Progress): string {
  return `${phase} ${source}: ${files.done} of ${counted(files.total, "file")}`;
}
