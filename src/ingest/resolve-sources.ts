import { scopeRequired } from "../model/caller.ts";
import { statSync } from "node:fs";
import { basename, isAbsolute, resolve } from "node:path";
import { LociError } from "../model/error.ts";
import { example, step } from "../model/next-step.ts";
import type { DocumentMetadata } from "../model/section.ts";
import type { Source, SourceKind, SourceOptions } from "../model/source.ts";
import { defaultType, refusedFormat, typeByContent } from "../parsing/file-type.ts";
import type { SourceStore } from "../storage/ports/catalog.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { readDocument } from "./draft-file.ts";
import { firstBytes, includeRules } from "./scan/include-rules.ts";
import { type Scan, isSingleFile, scanFolder, statRoot } from "./scan/scan.ts";
import { sourceName } from "./source-key.ts";

/** What was said about sources; what is left out keeps its remembered value. */
interface SourceRequest {
  /** Relative ones are seen from `cwd`. */
  readonly paths: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** `chat` for `mine`; else folder or file, whatever the path is. */
  readonly kind?: Extract<SourceKind, "chat" | "stdin">;
  readonly keyOf: (kind: SourceKind, root: string) => string;
  readonly options: Partial<SourceOptions>;
  /** ISO 8601: when a new source is added. */
  readonly now: string;
}

const NO_OPTIONS: SourceOptions = { scope: null, wing: null, room: null, include: [], exclude: [], format: null };

/**
 * Paths as sources: remembered ones with what was said laid over them, new ones with what was said. Writes nothing.
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`: before anything is indexed, since a misspelt path is no partial success
 */
export async function resolveSources(store: SourceStore, request: SourceRequest): Promise<readonly Source[]> {
  const sources = new Map<string, Source>();
  for (const path of request.paths) {
    // Else it would be the current folder.
    if (path === "") throw new LociError("PATH_NOT_FOUND", "a path is empty", { hint: "name a folder or file" });
    const root = isAbsolute(path) ? resolve(path) : resolve(request.cwd, path);
    const single = isSingleFile(root);
    const kind = request.kind ?? (single ? "file" : "folder");
    if (single) requireRegular(root);
    const key = request.keyOf(kind, root);
    const stored = await store.get(key);
    const given = Object.fromEntries(Object.entries(request.options).filter(([, value]) => value !== undefined));
    sources.set(key, {
      key,
      name: sourceName(root),
      kind,
      root,
      options: { ...(stored?.options ?? NO_OPTIONS), ...given },
      addedAt: stored?.addedAt ?? request.now,
      lastRun: stored?.lastRun ?? null,
      lastJob: stored?.lastJob ?? null,
      checkedFrom: stored?.checkedFrom ?? null,
      status: stored?.status ?? "new",
      recipe: stored?.recipe ?? null,
    });
  }
  return [...sources.values()];
}

/** A pipe or a device could be read once at most, and not be looked at again. @throws LociError `PATH_UNREADABLE` */
function requireRegular(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new LociError("PATH_UNREADABLE", `'${path}' is neither a file nor a folder`, {
    hint: step`read a pipe through standard input: COMMAND | ${example("index", "- --name NAME")}`,
    details: { path },
  });
}

const WITH_FRONT_MATTER: ReadonlySet<string> = new Set(["md"]);

/**
 * The first document of a source whose front matter names no scope; the root itself when there is nothing to read; null when
 * all of them do. Reads every file that can say one: only for sources that were given no scope. A file that can't be parsed takes no part.
 */
async function unscopedDocument(
  deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parse">,
  source: Source,
): Promise<string | null> {
  const { files } = await scanSource(deps, source);
  if (files.length === 0) return source.root;
  for (const { path, absolute, documentType } of files) {
    if (!WITH_FRONT_MATTER.has(documentType)) return path;
    const read = readDocument(absolute);
    if (read.kind !== "read") continue;
    const metadata = await metadataOf(() => deps.parse({ path, documentType, bytes: read.bytes }));
    if (metadata !== null && metadata.scope === undefined) return path;
  }
  return null;
}

/** Null for a file that is skipped. */
async function metadataOf(
  parse: () => Promise<{ readonly metadata: DocumentMetadata }>,
): Promise<DocumentMetadata | null> {
  try {
    return (await parse()).metadata;
  } catch (error) {
    if (error instanceof LociError && error.code === "FILE_SKIPPED") return null;
    throw error;
  }
}

/**
 * Sees to it that every source has a scope, or that each of its documents says its own.
 * @throws LociError `SOURCE_SCOPE_REQUIRED`, and as `scanSource`
 * Cost: nothing for sources with a scope; see `unscopedDocument` for the others.
 */
export async function requireScopes(
  deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parse">,
  sources: readonly Source[],
): Promise<void> {
  for (const source of sources) {
    // A drawer added by hand says its own scope.
    if (source.options.scope !== null || deps.settings.scope !== null || source.kind === "hand") continue;
    const document = source.kind === "chat" ? source.root : await unscopedDocument(deps, source);
    if (document === null) continue;
    throw scopeRequired(`'${source.root}'`, { source: source.root, document });
  }
}

/**
 * The scan of a folder or file source, by the patterns of the configuration and its own.
 * @throws as `scanFolder` and `scanFile`
 */
export async function scanSource(
  { settings, ownFolder }: Pick<IngestDependencies, "settings" | "ownFolder">,
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  signal?: AbortSignal,
): Promise<Scan> {
  const { maxFileBytes, include, exclude, git } = settings;
  if (kind !== "folder") return scanFile(root, { maxFileBytes });
  const rules = includeRules([...include, ...options.include], [...exclude, ...options.exclude], root);
  return await scanFolder(root, { rules, maxFileBytes, ownFolder, git, signal });
}

/**
 * The scan of a source that is one file. It was named by hand, so hidden or ignored is fine, and an unknown type is read as text.
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`
 */
export function scanFile(
  absolute: string,
  options: { readonly maxFileBytes: number; readonly documentType?: string },
): Scan {
  const path = basename(absolute);
  const stat = statRoot(absolute);
  const nothing: Scan = { files: [], skipped: [], failed: [], unreadable: [] };
  if (!stat.isFile()) return { ...nothing, skipped: [{ path, reason: "not a regular file" }] };
  if (stat.size > options.maxFileBytes)
    return { ...nothing, skipped: [{ path, reason: `larger than ${options.maxFileBytes} bytes` }] };
  const named = options.documentType ?? defaultType(path) ?? typeByContent(absolute, () => firstBytes(absolute));
  const refused = named === null ? refusedFormat(path) : null;
  if (refused !== null) return { ...nothing, skipped: [{ path, reason: refused }] };
  const documentType = named ?? "code";
  return {
    ...nothing,
    files: [{ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs }],
  };
}
