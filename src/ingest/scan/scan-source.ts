import { basename } from "node:path";
import type { Source } from "../../model/source.ts";
import type { IngestDependencies } from "../dependencies.ts";
import { includeRules } from "./include-rules.ts";
import { type Scan, scanFolder, statRoot } from "./scan.ts";
import { defaultType, refusedFormat } from "../../parsing/file-type.ts";

/**
 * The scan of a folder or file source, by the patterns of the configuration and its own.
 *
 * @throws as `scanFolder` and `scanFile`
 */
export async function scanSource(
  { settings, ownFolder }: Pick<IngestDependencies, "settings" | "ownFolder">,
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  signal?: AbortSignal,
): Promise<Scan> {
  const { maxFileBytes, include, exclude, git } = settings;
  if (kind !== "folder") return scanFile(root, { maxFileBytes });
  const rules = await includeRules([...include, ...options.include], [...exclude, ...options.exclude]);
  return await scanFolder(root, { rules, maxFileBytes, ownFolder, git, signal });
}

/**
 * The scan of a source that is one file. It was named by hand, so hidden or ignored is fine, and an unknown type is read as text.
 *
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
  const refused = options.documentType === undefined ? refusedFormat(path) : null;
  if (refused !== null) return { ...nothing, skipped: [{ path, reason: refused }] };
  const documentType = options.documentType ?? defaultType(path) ?? "code";
  return {
    ...nothing,
    files: [{ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs }],
  };
}
