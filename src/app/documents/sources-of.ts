import type { OpenedProject } from "../opened-project.ts";
import { resolveSources } from "../../ingest/resolve-sources.ts";
import type { Source } from "../../model/source.ts";
import type { MinePathsOptions } from "./index-paths-options.ts";
import { sourceOptions } from "./source-options.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";

/**
 * The sources for paths, with the given options.
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

/** The project's sources, each with what is kept of its sessions. @throws LociError `STORAGE_FAILED` */
export async function listedSources({ catalog, folder }: OpenedProject): Promise<readonly Source[]> {
  return (await catalog.sources.list()).map((source) => {
    if (source.kind !== "chat") return source;
    const kept = new KeptSessions(keptFolder(folder.sessions, source.key));
    if (kept.isNew) return source;
    const summaries = kept.paths().map((path) => kept.summary(path));
    const files = new Set(summaries.flatMap((summary) => summary?.files ?? []).filter((file) => file !== ""));
    return {
      ...source,
      kept: {
        sessions: summaries.length,
        messages: summaries.reduce((sum, summary) => sum + (summary?.messages ?? 0), 0),
        files: [...files].sort(),
      },
    };
  });
}
