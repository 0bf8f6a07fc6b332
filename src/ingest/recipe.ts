import { createHash } from "node:crypto";
import type { SourceOptions } from "../model/source.ts";
import { namedHalls } from "../palace/halls/named-halls.ts";
import type { IngestSettings } from "./settings.ts";

/** Rises when parsing, chunking or placing changes what drawers come out of the same bytes, or what of them is searched. */
const INGEST_VERSION = 12;

/**
 * What besides the bytes of files decides the drawers of a source, as a hash. Where it differs from the recipe that the
 * stored drawers were made by, every file is read again (and, thanks to the cache, nothing is embedded again).
 *
 * @param project own name of the project around the source
 * @param model identity of the embedding model; null for none
 */
export function recipe(options: SourceOptions, settings: IngestSettings, project: string | null, model: string | null): string {
  const parts = [INGEST_VERSION, options.scope, options.wing, options.room, options.format, settings.wing, namedHalls(settings.hallKeywords), project, settings.chunking.maxChunkSize, settings.chunking.overlapLines, model];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
