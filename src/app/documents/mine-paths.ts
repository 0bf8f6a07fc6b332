import type { OpenedProject } from "../opened-project.ts";
import { example, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../model/job.ts";
import { indexNow } from "./index-now.ts";
import type { MinePathsOptions } from "./index-paths-options.ts";
import { sourcesOf } from "./sources-of.ts";

/** Brings chats of other tools up to date. @throws as `indexPaths`, and LociError `TRANSCRIPT_UNRECOGNISED`, `USAGE` without a path */
export async function minePaths(
  project: OpenedProject,
  paths: readonly string[],
  options: MinePathsOptions & { readonly route?: "own" | "rest" } = {},
): Promise<Job> {
  if (paths.length === 0)
    throw new LociError("USAGE", "no transcript was named", {
      hint: step`name a file or folder: ${example("mine", "chats.jsonl --scope kb")}`,
    });
  return await indexNow(project, "mine", await sourcesOf(project, paths, "mine", options), options);
}
