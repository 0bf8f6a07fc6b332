import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TranscriptReader } from "../../ingest/dependencies.ts";
import { readSessions } from "../../ingest/chats/read-sessions.ts";
import { sessionText } from "../../ingest/chats/session-document.ts";
import type { Document } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import type { Source } from "../../model/source.ts";

/** What reading a source again needs. */
export interface SourceTextDependencies {
  readonly parse: (input: { readonly path: string; readonly documentType: string; readonly bytes: Uint8Array }) => Promise<ParsedDocument>;
  readonly transcripts: (format: string) => TranscriptReader | null;
}

/** The file that holds a document. Absolute. */
export function documentFile(source: Source, document: Pick<Document, "path">): string {
  if (source.kind === "file" || source.kind === "stdin") return source.root;
  if (source.kind === "folder") return join(source.root, document.path);
  const file = /^(.*\.(?:jsonl|json|ndjson))#/i.exec(document.path)?.[1];
  return file === undefined ? source.root : join(source.root, file);
}

/**
 * The text that a document has on disk now, as its drawers' spans count it; null when the file is gone or can't be read as what it
 * was: then what is stored is all there is.
 */
export async function sourceText(source: Source, document: Document, { parse, transcripts }: SourceTextDependencies): Promise<string | null> {
  const file = documentFile(source, document);
  try {
    const bytes = readFileSync(file);
    if (source.kind !== "chat") return (await parse({ path: document.path, documentType: document.documentType, bytes })).text;
    const reader = transcripts(source.options.format ?? "auto");
    if (reader === null) return null;
    const { sessions } = await readSessions(reader(document.path, bytes));
    const messages = sessions.get(document.title);
    return messages === undefined ? null : sessionText(messages);
  } catch (thrown) {
    const gone = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "");
    if (gone || (thrown instanceof LociError && (thrown.code === "FILE_SKIPPED" || thrown.code === "TRANSCRIPT_UNRECOGNISED"))) return null;
    throw thrown;
  }
}
