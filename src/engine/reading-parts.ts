import type { OpenedProject, ReadingParts, System } from "../app/opened-project.ts";
import { realpathSync } from "node:fs";
import { createPlacer } from "../palace/place.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import { ingestSettings, openTranscripts, readingLimits } from "../app/documents/ingest-parts.ts";
import { SessionProjects } from "../app/projects/session-projects.ts";
import { ownProjectName, packageName, sessionWing } from "../app/projects/own-project-name.ts";
import { isSigned } from "../conversation/prompt/fence.ts";
import { asKept, openProjectRedaction, redactedDocument, redactedTranscripts } from "../app/redaction.ts";

/** Number of parser threads: one parses while the other one's file is chunked, placed and written. */
const PARSER_THREADS = 2;
/** Text up to this size is parsed on this thread: it takes less than 100 ms. */
const INLINE_BYTES = 1_000_000;

/**
 * Puts the parts together. No thread is started yet. This file is loaded when something is to be read: a search doesn't pay for it.
 * @param project its `facts`, whose secrets stand in no history either, among others
 */
export function openReadingParts(
  project: Pick<OpenedProject, "settings" | "facts" | "home" | "sign"> & {
    readonly system: Pick<System, "userHome" | "environment">;
  },
): ReadingParts {
  const { settings, facts, home, sign, system } = project;
  const limits = readingLimits(settings);
  const pool = openParserPool({
    threads: PARSER_THREADS,
    maxHeapMegabytes: limits.maxHeapMegabytes,
    inlineBytes: INLINE_BYTES,
  });
  const redaction = openProjectRedaction(settings);
  const parse: ReadingParts["parse"] = async ({ path, documentType, bytes }, signal) =>
    await redactedDocument(await pool.parse({ path, documentType, bytes, limits }, signal), redaction.documents);
  return {
    parse,
    place: createPlacer({ hallKeywords: settings.palace.hall_keywords }),
    projectOf: (root) => ownProjectName(root, system.userHome),
    packageOf: packageName,
    sessionWing: (folder) => sessionWing(folder, system.userHome),
    sessionProjects: () => new SessionProjects({ home, userHome: system.userHome }),
    transcripts: redactedTranscripts(
      openTranscripts((nonce) => isSigned(nonce, sign)),
      async (text) => await asKept({ settings, facts }, text, { by: "history" }),
    ),
    settings: ingestSettings(settings, system),
    ownFolder: realpathSync(home),
    close: () => pool.close(),
  };
}
