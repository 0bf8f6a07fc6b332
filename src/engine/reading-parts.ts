import { realpathSync } from "node:fs";
import type { Settings } from "../config/settings.ts";
import type { IngestDependencies } from "../ingest/dependencies.ts";
import { draftHere } from "../ingest/drafter.ts";
import { createPlacer } from "../palace/place.ts";
import { DEFAULT_PARSE_LIMITS } from "../parsing/limits.ts";
import { canParse } from "../parsing/registry.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import { threadedDrafter } from "./drafting/threaded-drafter.ts";
import { ingestSettings } from "./ingest-settings.ts";
import { openTranscripts } from "./open-transcripts.ts";
import { ownProjectName } from "./own-project-name.ts";

/** Everything that turns files into drawers, and nothing that stores them. */
export interface ReadingParts extends Pick<IngestDependencies, "parses" | "parse" | "place" | "draft" | "projectOf" | "transcripts" | "settings" | "ownFolder"> {
  /** Says that many files are about to be drafted, for the thread that they need takes a while to start. */
  readonly expectMuch: () => void;
  /** Ends the threads. */
  readonly close: () => Promise<void>;
}

/** Threads for what isn't parsed in place: one works while the other one's file is cut, placed and written. */
const PARSER_THREADS = 2;
/** Text up to this size is parsed on this thread: it takes less than 100 ms. */
const INLINE_BYTES = 1_000_000;

/**
 * Puts the parts together. No thread is started yet. This file is loaded when something is to be read: a search doesn't pay for it.
 *
 * @param userHome see `ownProjectName`
 */
export function openReadingParts(settings: Settings, home: string, userHome: string): ReadingParts {
  const limits = { ...DEFAULT_PARSE_LIMITS, maxBytes: settings.ingest.max_file_bytes };
  const pool = openParserPool({ threads: PARSER_THREADS, maxHeapMegabytes: limits.maxHeapMegabytes, inlineBytes: INLINE_BYTES });
  const hallKeywords = settings.palace.hall_keywords;
  const parse: ReadingParts["parse"] = (input, signal) => pool.parse({ ...input, limits }, signal);
  const place = createPlacer({ hallKeywords });
  const { draft, expectMuch, close } = threadedDrafter({ hallKeywords, limits }, draftHere({ parse, place }, PARSER_THREADS));
  return {
    parses: canParse,
    parse,
    place,
    draft,
    expectMuch,
    projectOf: (root) => ownProjectName(root, userHome),
    transcripts: openTranscripts(),
    settings: ingestSettings(settings),
    ownFolder: realpathSync(home),
    close: async () => void (await Promise.all([pool.close(), close()])),
  };
}
