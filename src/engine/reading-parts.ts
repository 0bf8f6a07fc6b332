import { realpathSync } from "node:fs";
import type { Settings } from "../config/settings.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import { draftHere } from "../ingest/drafter.ts";
import { createPlacer } from "../palace/place.ts";
import { canParse } from "../parsing/registry.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import type { DraftingThread } from "./drafting/drafting-thread.ts";
import { threadedDrafter } from "./drafting/threaded-drafter.ts";
import { ingestSettings } from "./ingest-settings.ts";
import { openTranscripts } from "./open-transcripts.ts";
import { ownProjectName } from "./own-project-name.ts";
import { readingLimits } from "./reading-limits.ts";

/** Everything that turns files into drawers, and nothing that stores them. */
export interface ReadingParts extends Pick<IngestDependencies, "parses" | "parse" | "place" | "draft" | "projectOf" | "transcripts" | "settings" | "ownFolder"> {
  /** Ends the threads of parsing. */
  readonly close: () => Promise<void>;
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
export function openReadingParts(settings: Settings, thread: DraftingThread, home: string, userHome: string): ReadingParts {
  const limits = readingLimits(settings);
  const pool = openParserPool({ threads: PARSER_THREADS, maxHeapMegabytes: limits.maxHeapMegabytes, inlineBytes: INLINE_BYTES });
  const hallKeywords = settings.palace.hall_keywords;
  const parse: ReadingParts["parse"] = (input, signal) => pool.parse({ ...input, limits }, signal);
  const place = createPlacer({ hallKeywords });
  return {
    parses: canParse,
    parse,
    place,
    draft: threadedDrafter(thread, draftHere({ parse, place }, PARSER_THREADS)),
    projectOf: (root) => ownProjectName(root, userHome),
    transcripts: openTranscripts(),
    settings: ingestSettings(settings),
    ownFolder: realpathSync(home),
    close: () => pool.close(),
  };
}
