import { readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { fileOf, sessionText } from "../../ingest/chats/session-document.ts";
import { readSessions } from "../../ingest/chats/read-sessions.ts";
import type { Transcripts } from "../../ingest/dependencies.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { manualText, manualFile } from "../../ingest/manual/manual-documents.ts";
import type { Document } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import type { TranscriptContent } from "../../model/transcript-read.ts";
import type { Source } from "../../model/source.ts";

/** What reading a source again needs. */
export interface SourceTextDependencies {
  readonly parse: (input: {
    readonly path: string;
    readonly documentType: string;
    readonly bytes: Uint8Array;
    readonly kept: { readonly source: string; readonly contentHash: string };
  }) => Promise<ParsedDocument>;
  readonly transcripts: Transcripts;
  /** The project's folder of kept sessions. */
  readonly sessions: string;
}

/** The file that holds a document. Absolute. */
export function documentFile(source: Source, document: Pick<Document, "path">): string {
  if (source.kind === "file" || source.kind === "stdin") return source.root;
  if (source.kind === "hand") return join(source.root, manualFile(document.path));
  if (source.kind === "folder") return join(source.root, document.path);
  const file = statSync(source.root, { throwIfNoEntry: false })?.isDirectory() === true ? fileOf(document.path) : null;
  return file === null ? source.root : join(source.root, file);
}

/**
 * The text that a document has on disk now, as its drawers' spans count it; null when the file is gone or can't be read as what it
 * was: then what is stored is all there is.
 *
 * @param document with the hash of what its file holds now, where it is one file
 */
export async function sourceText(
  source: Source,
  document: Document,
  { parse, transcripts, sessions: folder }: SourceTextDependencies,
): Promise<string | null> {
  const file = documentFile(source, document);
  try {
    if (source.kind === "hand") return manualText(new TextDecoder().decode(readFileSync(file)));
    if (source.kind !== "chat") {
      const { path, documentType, contentHash } = document;
      const kept = { source: source.key, contentHash };
      return (await parse({ path, documentType, bytes: readFileSync(file), kept })).text;
    }
    const kept = new KeptSessions(keptFolder(folder, document.source)).load(document.path);
    if (kept !== null) return sessionText(kept.messages);
    const content = await chatContent(source, file, transcripts);
    if (content === null) return null;
    const { sessions } = await readSessions(content);
    const messages = sessions.get(document.path);
    return messages === undefined ? null : sessionText(messages);
  } catch (thrown) {
    const isMissing = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR", "PATH_NOT_FOUND", "PATH_UNREADABLE"].includes(
      (thrown as NodeJS.ErrnoException).code ?? "",
    );
    if (
      isMissing ||
      (thrown instanceof LociError && (thrown.code === "FILE_SKIPPED" || thrown.code === "TRANSCRIPT_UNRECOGNISED"))
    )
      return null;
    throw thrown;
  }
}

async function chatContent(
  { root, options }: Source,
  file: string,
  transcripts: Transcripts,
): Promise<TranscriptContent | null> {
  const format = options.format ?? "auto";
  if (statSync(file).isDirectory()) return (await transcripts.readExport(file, format)).content;
  const reader = await transcripts.reader(format);
  // Named as ingest named it, since some formats call a session after its file.
  const path = file === root ? basename(root) : relative(root, file).split(sep).join("/");
  return reader === null ? null : (await reader(path, file, null)).content;
}
