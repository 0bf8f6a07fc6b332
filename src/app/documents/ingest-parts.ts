import type { Settings } from "../../config/configuration.ts";
import { readJsonl } from "../../ingest/chats/read-jsonl.ts";
import type { Transcripts } from "../../ingest/dependencies.ts";
import type { IngestSettings } from "../../ingest/fingerprint.ts";
import { readDocument } from "../../ingest/draft-file.ts";
import { gitUser } from "../../ingest/scan/ignore-files.ts";
import { LociError } from "../../model/error.ts";
import { parseScope } from "../../model/caller.ts";
import type { TranscriptFormat, TranscriptRead, TranscriptReader } from "../../model/transcript-read.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "../../parsing/parser-input.ts";
import type { System } from "../opened-project.ts";

const generic: TranscriptReader = async (path, file, since) => {
  const read = readDocument(file);
  if (read.kind === "failed")
    throw new LociError(read.code, `'${path}' ${read.message}`, { hint: "check it and its permissions" });
  return readJsonl(path, read.bytes, since);
};

/**
 * The transcripts of other tools, and the generic form. Their readers are loaded with the first transcript. What an agent's brings back of
 * Loci's own words is left out.
 * @param isOurs whether a fence's nonce was signed by this home
 */
export function openTranscripts(isOurs: (nonce: string) => boolean = () => false): Transcripts {
  const own = async (read: TranscriptRead): Promise<TranscriptRead> => {
    const { isAgents, withoutOwnWords } = await import("../../conversation/provenance/own-words.ts");
    if (!isAgents(read.format)) return read;
    return { ...read, content: withoutOwnWords(read.content, isOurs), position: () => read.position() };
  };
  return {
    async reader(format) {
      if (format === "jsonl") return generic;
      const { transcriptReader } = await import("../../conversation/transcripts/transcript-reader.ts");
      const reader = transcriptReader(format, generic);
      return reader === null ? null : async (path, file, since) => await own(await reader(path, file, since));
    },
    exportRoots: async (names) =>
      (await import("../../conversation/transcripts/shapes/folder-exports.ts")).exportRoots(names),
    async readExport(root, format) {
      const { pathBundle } = await import("../../conversation/transcripts/bundles.ts");
      const { readTranscript } = await import("../../conversation/transcripts/read-transcript.ts");
      const { messagesOf } = await import("../../conversation/transcripts/transcript-reader.ts");
      const reading = await readTranscript(await pathBundle(root), format as TranscriptFormat | "auto");
      return await own({
        format: reading.format,
        content: messagesOf(reading),
        continued: false,
        rewritten: false,
        leftOut: reading.ignored,
        position: () => null,
      });
    },
  };
}

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
