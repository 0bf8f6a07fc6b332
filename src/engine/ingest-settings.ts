import type { Settings } from "../config/settings.ts";
import type { IngestSettings } from "../ingest/settings.ts";
import { parseScope } from "../model/scope.ts";

/** How ingest is set, from the configuration. @throws LociError `SCOPE_INVALID` for an `ingest.scope` that is none */
export function ingestSettings({ chunking, ingest, palace }: Settings): IngestSettings {
  return {
    chunking: { maxChunkSize: chunking.max_chunk_size, overlapLines: chunking.overlap_lines },
    maxFileBytes: ingest.max_file_bytes,
    scope: ingest.scope === "" ? null : parseScope(ingest.scope),
    include: ingest.include,
    exclude: ingest.exclude,
    wing: palace.wing === "" ? null : palace.wing,
    hallKeywords: palace.hall_keywords,
  };
}
