import type { ReadingParts } from "../app/opened-project.ts";
import { realpathSync } from "node:fs";
import type { Settings } from "../config/configuration.ts";
import { draftHere } from "../ingest/drafter.ts";
import { createPlacer } from "../palace/place.ts";
import { canParse } from "../parsing/registry.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import type { DraftingThread } from "../workers/drafting-thread.ts";
import { threadedDrafter } from "../workers/threaded-drafter.ts";
import { ingestSettings, readingLimits } from "../app/documents/ingest-settings.ts";
import { FALLBACK_PROJECT, sessionProject } from "../app/projects/default-project.ts";
import { transcriptProject } from "../app/projects/transcript-project.ts";
import { ownProjectName } from "../app/projects/own-project-name.ts";
import { openTranscripts } from "../app/documents/transcripts.ts";
import { openProjectRedaction, redactedDocument, redactedTranscripts } from "../app/redaction.ts";

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
