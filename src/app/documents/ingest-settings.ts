import type { Settings } from "../../config/configuration.ts";
import type { IngestSettings } from "../../ingest/fingerprint.ts";
import { gitUser } from "../../ingest/scan/git-excludes.ts";
import type { System } from "../opened-project.ts";
import { parseScope } from "../../model/scope.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../../parsing/parser-input.ts";

/** How ingest is set, from the configuration. @throws LociError `SCOPE_INVALID` for an `ingest.scope` that is none */
export function ingestSettings(
  { chunking, ingest, palace, security }: Settings,
  { userHome, environment }: Pick<System, "userHome" | "environment">,
): IngestSettings {
  return {
    chunking: {
      maxChunkSize: chunking.max_chunk_size,
      overlapLines: chunking.overlap_lines,
      maxMessageSize: chunking.max_message_size,
    },
    maxFileBytes: ingest.max_file_bytes,
    redactsDocuments: security.redact === "all",
    scope: ingest.scope === "" ? null : parseScope(ingest.scope),
    widenScope: ingest.widen_scope,
    include: ingest.include,
    exclude: ingest.exclude,
    git: gitUser(userHome, environment),
    wing: palace.wing === "" ? null : palace.wing,
    hallKeywords: palace.hall_keywords,
  };
}

/** What reading a file may take: the limits of parsing, with the largest file that the settings allow. */
export function readingLimits({ ingest }: Settings): ParseLimits {
  return { ...DEFAULT_PARSE_LIMITS, maxBytes: ingest.max_file_bytes };
}
