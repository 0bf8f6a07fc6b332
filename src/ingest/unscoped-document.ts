import { LociError } from "../model/error.ts";
import type { DocumentMetadata } from "../model/section.ts";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { readDocument } from "./read-document.ts";
import { includeRules } from "./scan/include-rules.ts";
import { scanFile } from "./scan/scan-file.ts";
import { scanFolder } from "./scan/scan.ts";

/** Types with front matter. */
const SAYS_SCOPE: ReadonlySet<string> = new Set(["md"]);

/**
 * The first document of a source whose front matter names no scope; the root itself when there is nothing to read; null when
 * all of them do. Reads every file that can say one: only for sources that were given no scope. A file that can't be parsed takes no part.
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
    if (!SAYS_SCOPE.has(documentType)) return path;
    const read = readDocument(absolute);
    if (read.kind !== "read") continue;
    const metadata = await metadataOf(() => deps.parse({ path, documentType, bytes: read.bytes }));
    if (metadata !== null && metadata.scope === undefined) return path;
  }
  return null;
}

/** Null for a file that is skipped. */
async function metadataOf(parse: () => Promise<{ readonly metadata: DocumentMetadata }>): Promise<DocumentMetadata | null> {
  try {
    return (await parse()).metadata;
  } catch (error) {
    if (error instanceof LociError && error.code === "FILE_SKIPPED") return null;
    throw error;
  }
}
