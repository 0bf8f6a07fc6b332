import { type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { LociError } from "../../model/error.ts";
import type { Scan } from "./scan.ts";
import { defaultType } from "./file-type.ts";

/**
 * The scan of a source that is one file. It was named by hand, so hidden or ignored is fine, and an unknown type is read as text.
 *
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`
 */
export function scanFile(absolute: string, options: { readonly maxFileBytes: number; readonly documentType?: string }): Scan {
  const path = basename(absolute);
  let stat: Stats;
  try {
    stat = statSync(absolute);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw new LociError("PATH_NOT_FOUND", `there is no '${absolute}'`, { hint: "check the path, or remove the source: 'loci sources rm'" });
    throw new LociError("PATH_UNREADABLE", `'${absolute}' can't be read (${code ?? "unknown"})`, { hint: "check its permissions", cause: thrown });
  }
  const nothing: Scan = { files: [], skipped: [], failed: [], unreadable: [] };
  if (!stat.isFile()) return { ...nothing, skipped: [{ path, reason: "not a regular file" }] };
  if (stat.size > options.maxFileBytes) return { ...nothing, skipped: [{ path, reason: `larger than ${options.maxFileBytes} bytes` }] };
  const documentType = options.documentType ?? defaultType(path) ?? "code";
  return { ...nothing, files: [{ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs }] };
}
