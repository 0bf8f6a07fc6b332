import type { Settings } from "../../config/configuration.ts";
import type { IngestSettings } from "../../ingest/recipe.ts";
import { parseScope } from "../../model/scope.ts";

/** How ingest is set, from the configuration. @throws LociError `SCOPE_INVALID` for an `ingest.scope` that is none */
export function ingestSettings({ chunking, ingest, palace }: Settings): IngestSettings {
  return {
    chunking: {
      maxChunkSize: chunking.max_chunk_size,
      overlapLines: chunking.overlap_lines,
      maxMessageSize: chunking.max_message_size,
    },
    maxFileBytes: ingest.max_file_bytes,
    scope: ingest.scope === "" ? null : parseScope(ingest.scope),
    widenScope: ingest.widen_scope,
    include: ingest.include,
    exclude: ingest.exclude,
    wing: palace.wing === "" ? null : palace.wing,
    hallKeywords: palace.hall_keywords,
  };
}
