import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Document, Drawer } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import type { Range, Span } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { basename, join, relative, sep } from "node:path";
import { fileOf, sessionText } from "../../ingest/chats/session-document.ts";
import { readSessions } from "../../ingest/chats/read-jsonl.ts";
import type { IngestDependencies, Transcripts } from "../../ingest/dependencies.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { manualFile } from "../../ingest/manual/manual-documents.ts";
import { LociError } from "../../model/error.ts";
import type { TranscriptContent } from "../../model/transcript-read.ts";
import { unescapeText } from "../../palace/drawer-file.ts";

/**
 * How a document's file stands beside what was indexed: the same, changed with the text that it has now, or gone (also: not readable as what
 * it was).
 */
export type CurrentText =
  | { readonly state: "same" }
  | { readonly state: "changed"; readonly text: string }
  | { readonly state: "gone" };

export type CurrentTexts = (source: Source, document: Document) => Promise<CurrentText>;

/**
 * A document's text as it is now. A file with the size and time that were recorded is the same, and is not opened; neither is the text extracted
 * of one that holds what was indexed.
 * @param reading how texts are read; asked for where one is to be read
 */
export async function currentText(
  source: Source,
  document: Document,
  reading: () => Promise<SourceTextDependencies>,
): Promise<CurrentText> {
  const now = source.kind === "chat" ? document.contentHash : contentOf(documentFile(source, document), document);
  if (now === null) return { state: "gone" };
  if (source.kind !== "chat" && now === document.contentHash) return { state: "same" };
  const text = await sourceText(source, { ...document, contentHash: now }, await reading());
  return text === null ? { state: "gone" } : { state: "changed", text };
}

/** The hash of what a file holds; null where it is gone. */
function contentOf(file: string, { bytes, modifiedAt, contentHash }: Document): string | null {
  try {
    const { size, mtimeMs } = statSync(file);
    return size === bytes && mtimeMs === modifiedAt ? contentHash : hash("sha256", readFileSync(file), "hex");
  } catch (thrown) {
    if (typeof (thrown as NodeJS.ErrnoException).code === "string") return null;
    throw thrown;
  }
}

export interface Located {
  readonly span: Span;
  readonly lines: Range | null;
}

/**
 * Finds a drawer's exact text in its document: at its place, else the occurrence nearest to it (text was put in or taken out
 * above). Null: the document no longer holds it.
 */
export function locate(drawer: Pick<Drawer, "text" | "span" | "lines">, text: string): Located | null {
  const { start, end } = drawer.span;
  if (text.slice(start, end) === drawer.text) return { span: drawer.span, lines: drawer.lines };
  if (drawer.text === "") return null;
  const after = text.indexOf(drawer.text, start);
  const before = start === 0 ? -1 : text.lastIndexOf(drawer.text, start - 1);
  if (after < 0 && before < 0) return null;
  const found = before < 0 || (after >= 0 && after - start <= start - before) ? after : before;
  const span = { start: found, end: found + drawer.text.length };
  return { span, lines: drawer.lines === null ? null : lineTable(text).linesOf(span) };
}

/** Where a drawer stands in its document as it is now; where it was indexed, while that is the same. */
export function locateIn(drawer: Pick<Drawer, "text" | "span" | "lines">, now: CurrentText): Located | null {
  if (now.state === "same") return { span: drawer.span, lines: drawer.lines };
  return now.state === "gone" ? null : locate(drawer, now.text);
}

export type SourceTextDependencies = Pick<IngestDependencies, "parse" | "transcripts" | "sessions">;

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
 * @param document with the hash of what its file holds now, where it is one file
 */
export async function sourceText(
  source: Source,
  document: Document,
  { parse, transcripts, sessions: folder }: SourceTextDependencies,
): Promise<string | null> {
  const file = documentFile(source, document);
  try {
    if (source.kind === "hand") return unescapeText(new TextDecoder().decode(readFileSync(file)));
    if (source.kind !== "chat") {
      const { path, documentType } = document;
      return (await parse({ path, documentType, bytes: readFileSync(file) })).text;
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
