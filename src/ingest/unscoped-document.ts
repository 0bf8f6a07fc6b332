import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { readDocument } from "./read-document.ts";
import { includeRules } from "./scan/include-rules.ts";
import { scanFile } from "./scan/scan-file.ts";
import { scanFolder } from "./scan/scan.ts";

/**
 * The first document of a source whose front matter names no scope; the root itself when there is nothing to read; null when
 * all of them do. Reads every file: only for sources that were given no scope.
 */
export async function unscopedDocument(deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parses" | "parse">, source: Source): Promise<string | null> {
  const { maxFileBytes, include, exclude } = deps.settings;
  const scan =
    source.kind === "folder"
      ? await scanFolder(source.root, {
          rules: await includeRules([...include, ...source.options.include], [...exclude, ...source.options.exclude]),
          maxFileBytes,
          ownFolder: deps.ownFolder,
          signal: undefined,
        })
      : scanFile(source.root, { maxFileBytes });
  const files = scan.files.filter(({ documentType }) => deps.parses(documentType));
  if (files.length === 0) return source.root;
  for (const { path, absolute, documentType } of files) {
    const read = readDocument(absolute);
    if (read.kind !== "read") continue;
    const { metadata } = await deps.parse({ path, documentType, bytes: read.bytes });
    if (metadata.scope === undefined) return path;
  }
  return null;
}
