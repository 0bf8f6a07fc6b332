import type { OpenedProject } from "../opened-project.ts";
import { resolveSources } from "../../ingest/resolve-sources.ts";
import type { Source } from "../../model/source.ts";
import type { MinePathsOptions } from "./index-paths-options.ts";
import { sourceOptions } from "./source-options.ts";

/**
 * The sources that paths stand for, with what was said of them.
 *
 * @param kind `mine`: transcripts
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`, `SCOPE_INVALID`, `USAGE`
 */
export async function sourcesOf(
  { catalog, keyOf, system }: Pick<OpenedProject, "catalog" | "keyOf" | "system">,
  paths: readonly string[],
  kind: "index" | "mine",
  options: MinePathsOptions & { readonly route?: "own" | "rest" },
): Promise<readonly Source[]> {
  return await resolveSources(catalog.sources, {
    paths,
    cwd: options.cwd ?? process.cwd(),
    keyOf,
    ...(kind === "mine" && { kind: "chat" as const }),
    options: {
      ...sourceOptions(options),
      ...(kind === "mine" && { format: options.format ?? "auto", route: options.route ?? null }),
    },
    now: new Date(system.clock()).toISOString(),
  });
}
