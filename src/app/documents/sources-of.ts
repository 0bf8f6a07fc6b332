import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Asked, type INDEX, type MINE, SOURCE_FILES } from "../../model/requests/index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { resolveSources, scanSource } from "../../ingest/resolve-sources.ts";
import type { Source, SourceOptions } from "../../model/source.ts";
import type { IndexOptions } from "../../ingest/index-sources.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { LociError } from "../../model/error.ts";
import { parseScope } from "../../model/caller.ts";
import { globFault } from "../../config/check-value.ts";
import type { Refusal } from "../../storage/ports/catalog.ts";
import { slug } from "../../text/slug.ts";
import type { SkippedFile, SourceFiles } from "../../operations/answers/run.ts";
import { findSource } from "./remove-source.ts";

/** How paths are indexed. What is left out keeps the value that a remembered source has. */
export type IndexPathsOptions = Omit<Asked<typeof INDEX>, "paths" | "caller"> &
  IndexOptions & {
    /** Relative paths are seen from here; the process's folder by default. Absolute. */
    readonly cwd?: string | undefined;
  };

export type MinePathsOptions = IndexPathsOptions & Pick<Asked<typeof MINE>, "format">;

/**
 * The sources for paths, with the given options.
 * @param kind `mine`: transcripts
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`, `SCOPE_INVALID`, `USAGE`
 */
export async function sourcesOf(
  { catalog, keyOf, system }: Pick<OpenedProject, "catalog" | "keyOf" | "system">,
  { paths, kind }: { readonly paths: readonly string[]; readonly kind: "index" | "mine" },
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
export async function listedSources(project: Pick<OpenedProject, "catalog" | "folder">): Promise<readonly Source[]> {
  return (await project.catalog.sources.list()).map((source) => {
    if (source.kind !== "chat") return source;
    const kept = new KeptSessions(keptFolder(project.folder.sessions, source.key));
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

/**
 * Checks the options of a source when they are given. Stored options are not checked again, so that an old mistake can't stop a run over all sources.
 * @throws LociError `SCOPE_INVALID`, `USAGE` for a pattern that is none, or a name without letters and digits
 */
export const sourceOptions = ({ scope, wing, room, include, exclude }: IndexPathsOptions): Partial<SourceOptions> => ({
  ...(scope !== undefined && { scope: parseScope(scope) }),
  ...(wing !== undefined && { wing: named("wing", wing) }),
  ...(room !== undefined && { room: named("room", room) }),
  ...(include !== undefined && { include: patterns("include", include) }),
  ...(exclude !== undefined && { exclude: patterns("exclude", exclude) }),
});

function patterns(what: string, globs: readonly string[]): readonly string[] {
  for (const pattern of globs) {
    const fault = globFault(pattern);
    if (fault !== null)
      throw new LociError("USAGE", `'${pattern.slice(0, 80)}' is no pattern to ${what}: ${fault}`, {
        hint: "patterns are written as in .gitignore, such as 'notes/**' or '*.{ts,js}'",
      });
  }
  return globs;
}

function named(what: string, text: string): string {
  const name = slug(text);
  if (name === "")
    throw new LociError("USAGE", `'${text.slice(0, 80)}' can't name a ${what}`, { hint: "use letters and digits" });
  return name;
}

/**
 * Files of a source, in order of their paths: those that are indexed, and those that no reader takes, each with its reason. What the last run
 * left out unread is looked up where it stands, since a folder of pictures would fill the catalog.
 */
export async function sourceFiles(
  project: Pick<OpenedProject, "catalog" | "indexHandle" | "reading">,
  { key: named, limit = SOURCE_FILES.limit.default, offset = SOURCE_FILES.offset.default }: Asked<typeof SOURCE_FILES>,
): Promise<SourceFiles> {
  const source = await findSource(project, named);
  const { key, kind, root } = source;
  const isThere = (kind === "folder" || kind === "file") && existsSync(root);
  const [documents, refusals, { skipped }] = await Promise.all([
    project.indexHandle.use((index) => index.documents(key)),
    project.catalog.refusals.of(key),
    isThere ? scanSource(await project.reading(), source) : { skipped: [] },
  ]);
  const known = new Set([...documents, ...refusals].map(({ path }) => path));
  const unread: readonly (SkippedFile & Partial<Refusal>)[] = skipped.filter(({ path }) => !known.has(path));
  const all = [
    ...documents.map((one) => ({ ...one, state: "indexed" as const, reason: null })),
    ...[...refusals, ...unread].map((one) => ({ ...one, state: "skipped" as const })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const files = all.slice(offset, offset + limit).map(({ path, state, reason, ...one }) => {
    const file = join(kind === "file" ? dirname(root) : root, path);
    const stat = one.bytes === undefined ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    const { bytes = stat?.size ?? 0, contentHash = null, modifiedAt = stat?.mtimeMs ?? 0 } = one;
    const time = modifiedAt === 0 ? null : new Date(modifiedAt).toISOString();
    return { path, state, reason, bytes, contentHash, modifiedAt: time };
  });
  return { source: key, total: all.length, files };
}
