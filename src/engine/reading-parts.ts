import type { ReadingParts } from "../app/opened-project.ts";
import { realpathSync } from "node:fs";
import type { Settings } from "../config/configuration.ts";
import { draftHere } from "../ingest/drafter.ts";
import { createPlacer } from "../palace/place.ts";
import { canParse } from "../parsing/registry.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import type { DraftingThread } from "./drafting/drafting-thread.ts";
import { threadedDrafter } from "./drafting/threaded-drafter.ts";
import { ingestSettings } from "../app/documents/ingest-settings.ts";
import { FALLBACK_PROJECT, sessionProject } from "./default-project.ts";
import { transcriptProject } from "./transcript-project.ts";
import { ownProjectName } from "./own-project-name.ts";
import { readingLimits } from "./reading-limits.ts";
import { openProjectRedaction, redactedDocument, redactedTranscripts } from "../app/redaction.ts";
import { readDocument } from "../ingest/read-document.ts";
import { readJsonl } from "../ingest/chats/read-jsonl.ts";
import type { Transcripts } from "../ingest/chats/transcripts.ts";
import { LociError } from "../model/error.ts";
import type { TranscriptReader } from "../model/transcript-read.ts";
import type { TranscriptFormat } from "../model/transcript-read.ts";

const generic: TranscriptReader = async (path, file, since) => {
  const read = readDocument(file);
  if (read.kind === "failed")
    throw new LociError(read.code, `'${path}' ${read.message}`, { hint: "check it and its permissions" });
  return readJsonl(path, read.bytes, since);
};

/** The transcripts of other tools, and the generic form. Their readers are loaded with the first transcript. */
export function openTranscripts(): Transcripts {
  return {
    async reader(format) {
      if (format === "jsonl") return generic;
      const { transcriptReader } = await import("../conversation/transcripts/transcript-reader.ts");
      return transcriptReader(format, generic);
    },
    async exportRoots(names) {
      const { slackRoots } = await import("../conversation/transcripts/slack-roots.ts");
      return slackRoots(names);
    },
    async readExport(root, format) {
      const { pathBundle } = await import("../conversation/transcripts/path-bundle.ts");
      const { readTranscript } = await import("../conversation/transcripts/read-transcript.ts");
      const { messagesOf } = await import("../conversation/transcripts/messages-of.ts");
      const reading = await readTranscript(await pathBundle(root), format as TranscriptFormat | "auto");
      return {
        format: reading.format,
        content: messagesOf(reading),
        continued: false,
        rewritten: false,
        position: () => null,
      };
    },
  };
}

/** Threads for what isn't parsed in place: one works while the other one's file is cut, placed and written. */
const PARSER_THREADS = 2;
/** Text up to this size is parsed on this thread: it takes less than 100 ms. */
const INLINE_BYTES = 1_000_000;

/**
 * Puts the parts together. No thread is started yet. This file is loaded when something is to be read: a search doesn't pay for it.
 *
 * @param thread for runs over many texts
 * @param userHome see `ownProjectName`
 */
export function openReadingParts(
  settings: Settings,
  thread: DraftingThread,
  home: string,
  userHome: string,
): ReadingParts {
  const limits = readingLimits(settings);
  const pool = openParserPool({
    threads: PARSER_THREADS,
    maxHeapMegabytes: limits.maxHeapMegabytes,
    inlineBytes: INLINE_BYTES,
  });
  const hallKeywords = settings.palace.hall_keywords;
  const redaction = openProjectRedaction(settings);
  const parse: ReadingParts["parse"] = async (input, signal) =>
    await redactedDocument(await pool.parse({ ...input, limits }, signal), redaction.documents);
  const place = createPlacer({ hallKeywords });
  const here = draftHere({ parse, place }, PARSER_THREADS);
  return {
    parses: canParse,
    parse,
    place,
    // The other thread has its own parser, which redacts nothing.
    draft: redaction.ofDocuments ? here : threadedDrafter(thread, here),
    projectOf: (root) => ownProjectName(root, userHome),
    repositoryOf(folder) {
      const name = sessionProject(folder, userHome);
      return name === FALLBACK_PROJECT ? null : name;
    },
    projectOfTranscript: (file) => transcriptProject(file, userHome),
    transcripts: redactedTranscripts(openTranscripts(), redaction.chats),
    settings: ingestSettings(settings),
    ownFolder: realpathSync(home),
    close: () => pool.close(),
  };
}
