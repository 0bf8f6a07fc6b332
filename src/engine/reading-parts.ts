import type { OpenedProject, ReadingParts, System } from "../app/opened-project.ts";
import { realpathSync } from "node:fs";
import { createPlacer } from "../palace/place.ts";
import { openParserPool } from "../parsing/worker/parser-pool.ts";
import { parsedRules } from "../ingest/parsed/parsed-texts.ts";
import { ingestSettings, openTranscripts, readingLimits } from "../app/documents/ingest-parts.ts";
import { SessionProjects } from "../app/projects/session-projects.ts";
import { ownProjectName, packageName, sessionWing } from "../app/projects/own-project-name.ts";
import { isSigned } from "../conversation/prompt/fence.ts";
import { asKept, openProjectRedaction, redactedDocument, redactedTranscripts } from "../app/redaction.ts";

/** Number of parser threads: one parses while the other one's file is chunked, placed and written. */
const PARSER_THREADS = 2;
/** Text up to this size is parsed on this thread: it takes less than 100 ms. */
const INLINE_BYTES = 1_000_000;

/** Other documents than PDFs are parsed as quickly as they are unpacked, up to this size. */
const KEPT_BYTES = 65_536;
const EXTRACTED: ReadonlySet<string> = new Set(["docx", "html", "epub", "pptx", "xlsx", "odf", "mail"]);

/**
 * Puts the parts together. No thread is started yet. This file is loaded when something is to be read: a search doesn't pay for it.
 * @param project its `facts`, whose secrets stand in no history either, and `parsed`, where documents are kept that took long to parse, among others
 */
export function openReadingParts(
  project: Pick<OpenedProject, "settings" | "facts" | "home" | "sign" | "parsed"> & {
    readonly system: Pick<System, "userHome" | "environment">;
  },
): ReadingParts {
  const { settings, facts, home, sign, system, parsed } = project;
  const limits = readingLimits(settings);
  const pool = openParserPool({
    threads: PARSER_THREADS,
    maxHeapMegabytes: limits.maxHeapMegabytes,
    inlineBytes: INLINE_BYTES,
  });
  const redaction = openProjectRedaction(settings);
  const parseNow: ReadingParts["parse"] = async ({ path, documentType, bytes }, signal) =>
    await redactedDocument(await pool.parse({ path, documentType, bytes, limits }, signal), redaction.documents);
  const parse: ReadingParts["parse"] = async (input, signal) => {
    const { kept, documentType, bytes } = input;
    const slow = documentType === "pdf" || (EXTRACTED.has(documentType) && bytes.length >= KEPT_BYTES);
    if (kept === undefined || !slow) return await parseNow(input, signal);
    const texts = await parsed();
    const key = { ...kept, rules: parsedRules(documentType, limits, settings.security.redact) };
    const known = texts.get(key);
    if (known !== null) return known;
    const document = await parseNow(input, signal);
    texts.put(key, document);
    return document;
  };
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
