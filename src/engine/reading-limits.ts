import type { Settings } from "../config/configuration.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../parsing/limits.ts";

/** What reading a file may take: the limits of parsing, with the largest file that the settings allow. */
export function readingLimits({ ingest }: Settings): ParseLimits {
  return { ...DEFAULT_PARSE_LIMITS, maxBytes: ingest.max_file_bytes };
}
