import { option, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import type { DocumentMetadata } from "../model/section.ts";
import { readDocument } from "./read-document.ts";
import { scanSource } from "./scan/scan-source.ts";

/** Types with front matter. */
const WITH_FRONT_MATTER: ReadonlySet<string> = new Set(["md"]);

/**
 * The first document of a source whose front matter names no scope; the root itself when there is nothing to read; null when
 * all of them do. Reads every file that can say one: only for sources that were given no scope. A file that can't be parsed takes no part.
 */
async function unscopedDocument(
  deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parses" | "parse">,
  source: Source,
): Promise<string | null> {
  const scan = await scanSource(deps, source);
  const files = scan.files.filter(({ documentType }) => deps.parses(documentType));
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
 *
 * @throws LociError `SOURCE_SCOPE_REQUIRED`, and as `scanSource`
 * Cost: nothing for sources with a scope; see `unscopedDocument` for the others.
 */
export async function requireScopes(
  deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parses" | "parse">,
  sources: readonly Source[],
): Promise<void> {
  for (const source of sources) {
    // A drawer added by hand says its own scope.
    if (source.options.scope !== null || deps.settings.scope !== null || source.kind === "hand") continue;
    const document = source.kind === "chat" ? source.root : await unscopedDocument(deps, source);
    if (document === null) continue;
    throw new LociError("SOURCE_SCOPE_REQUIRED", `nothing says who may see '${source.root}'`, {
      hint: step`give ${option("scope")} kb (everyone who may use the project), ${option("scope")} admin (only you) or ${option("scope")} user:<id>`,
      details: { source: source.root, document },
    });
  }
}
