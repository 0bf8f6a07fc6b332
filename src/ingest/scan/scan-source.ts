import type { Source } from "../../model/source.ts";
import type { IngestDependencies } from "../dependencies.ts";
import { includeRules } from "./include-rules.ts";
import { scanFile } from "./scan-file.ts";
import { type Scan, scanFolder } from "./scan.ts";

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
  const { maxFileBytes, include, exclude } = settings;
  if (kind !== "folder") return scanFile(root, { maxFileBytes });
  const rules = await includeRules([...include, ...options.include], [...exclude, ...options.exclude]);
  return await scanFolder(root, { rules, maxFileBytes, ownFolder, signal });
}
