import type { Asked, INDEX, MINE } from "../../model/requests/index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { example, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../model/job.ts";
import type { Source, SourceOptions } from "../../model/source.ts";
import { indexNow } from "./index-now.ts";
import { type IndexPathsOptions, type MinePathsOptions, sourceOptions, sourcesOf } from "./sources-of.ts";

/**
 * Brings sources up to date: those of the paths, or every remembered one.
 *
 * @param paths files and folders, each of which becomes a remembered source; none: all sources
 * @throws LociError `PATH_NOT_FOUND`, `SOURCE_SCOPE_REQUIRED`, `SCOPE_INVALID`, `NOTHING_TO_INDEX`, `MODEL_MISMATCH`, storage errors
 */
export async function indexPaths(
  project: OpenedProject,
  { paths, ...options }: IndexPathsOptions & Pick<Asked<typeof INDEX>, "paths">,
): Promise<Job> {
  if (paths.length > 0)
    return await indexNow(project, "index", await sourcesOf(project, paths, "index", options), options);
  const sources = await project.catalog.sources.list();
  if (sources.length === 0) {
    throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources yet`, {
      hint: step`name a folder or file: ${example("index", "~/notes --scope kb")}`,
    });
  }
  requireUnchanged(sources, sourceOptions(options));
  return await indexNow(project, "index", sources, options);
}

/**
 * Options that are given without a path would change every source; one slip would show private notes to everybody.
 *
 * @throws LociError `USAGE`
 */
function requireUnchanged(sources: readonly Source[], requested: Partial<SourceOptions>): void {
  for (const [name, value] of Object.entries(requested)) {
    const differing = sources.filter(
      ({ options }) => JSON.stringify(options[name as keyof SourceOptions]) !== JSON.stringify(value),
    );
    if (differing.length === 0) continue;
    throw new LociError(
      "USAGE",
      `--${name} without a path would change ${differing.length} of ${sources.length} sources`,
      {
        hint: step`name the paths that it is meant for, for example: ${example("index", `'${differing[0]?.root}' --${name} …`)}`,
        details: { sources: differing.map(({ key }) => key) },
      },
    );
  }
}

/** Brings chats of other tools up to date. @throws as `indexPaths`, and LociError `TRANSCRIPT_UNRECOGNISED`, `USAGE` without a path */
export async function minePaths(
  project: OpenedProject,
  { paths, ...options }: MinePathsOptions & Pick<Asked<typeof MINE>, "paths"> & { readonly route?: "own" | "rest" },
): Promise<Job> {
  if (paths.length === 0)
    throw new LociError("USAGE", "no transcript was named", {
      hint: step`name a file or folder: ${example("mine", "chats.jsonl --scope kb")}`,
    });
  return await indexNow(project, "mine", await sourcesOf(project, paths, "mine", options), options);
}
