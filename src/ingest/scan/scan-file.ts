import { basename } from "node:path";
import type { Scan } from "./scan.ts";
import { defaultType } from "./file-type.ts";
import { statRoot } from "./stat-root.ts";

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
  const documentType = options.documentType ?? defaultType(path) ?? "code";
  return {
    ...nothing,
    files: [{ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs }],
  };
}
