import { asLociError, type ErrorCode } from "../model/error.ts";
import type { DocumentDraft } from "./document-draft.ts";
import type { ParsedDocument } from "../model/section.ts";
import type { PlaceDrawers } from "../palace/place.ts";
import { fileDocument, type FileDocumentInput } from "./file-document.ts";
import type { ScannedFile } from "./scan/scan.ts";
import { hash } from "node:crypto";
import { fstatSync, readFileSync, readSync } from "node:fs";
import { skipInWords } from "../parsing/parser-input.ts";
import { isOpenDatabase } from "../files/open-databases.ts";
import { onFile } from "../files/plain-file.ts";

type DraftContext = Pick<FileDocumentInput, "source" | "scope" | "project" | "settings">;

interface DraftDependencies {
  /** @throws LociError `FILE_SKIPPED` with `details.reason` for what a file can be guilty of */
  readonly parse: (input: ParseInput, signal?: AbortSignal) => Promise<ParsedDocument>;
  readonly place: PlaceDrawers;
}

/** A file as a document with drawers, or why it isn't one. */
export type FileDraft =
  | {
      readonly kind: "drafted";
      readonly draft: DocumentDraft;
      /** Whether its front matter could not be read. */ readonly unread: boolean;
      /** The encoding that it was read in, where it isn't UTF-8. */ readonly legacy: string | null;
      /** Pages whose glyphs mostly have no known characters. */ readonly unreadablePages: readonly number[];
      /** See `DocumentMetadata`. */ readonly redacted: readonly string[];
      /** Whether its front matter asked for a scope that it didn't get. */ readonly scopeIgnored: boolean;
      readonly bytes: number;
    }
  | { readonly kind: "skipped"; readonly reason: string; readonly contentHash: string | null; readonly bytes: number }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string; readonly bytes: number };

/**
 * Reads, parses, cuts, places and dates one file. Whatever goes wrong is the fault of this file and comes out as data; only an aborted
 * signal throws.
 */
async function draftFile(
  deps: DraftDependencies,
  { context, file }: { readonly context: DraftContext; readonly file: ScannedFile },
  signal?: AbortSignal,
): Promise<FileDraft> {
  const read = readDocument(file.absolute);
  if (read.kind === "failed") return { ...read, bytes: 0 };
  const bytes = read.bytes.length;
  try {
    const { contentHash } = read;
    const parsed = await deps.parse({ path: file.path, documentType: file.documentType, bytes: read.bytes }, signal);
    const { scopeIgnored, ...draft } = fileDocument({
      ...context,
      project: file.project ?? context.project,
      file: { ...file, bytes },
      contentHash,
      parsed,
      place: deps.place,
    });
    return {
      kind: "drafted",
      draft,
      unread: parsed.metadata.unread === true,
      legacy: parsed.metadata.encoding ?? null,
      unreadablePages: parsed.metadata.unreadablePages ?? [],
      redacted: parsed.metadata.redacted ?? [],
      scopeIgnored,
      bytes,
    };
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = asLociError(thrown);
    const { code, message } = error;
    if (code === "FILE_SKIPPED") {
      const reason = skipInWords(error, read.bytes);
      return { kind: "skipped", reason, contentHash: read.contentHash, bytes };
    }
    // Other programs write `scope:` too. Who may see the file is not known, so nobody does.
    if (code === "SCOPE_INVALID")
      return { kind: "skipped", reason: FOREIGN_SCOPE, contentHash: read.contentHash, bytes };
    return { kind: "failed", code, message, bytes };
  }
}

const FOREIGN_SCOPE =
  "the 'scope:' of its front matter is none of kb, admin and user:<id>; change it, or call it otherwise";

/** A file to be parsed: its bytes as they were read, and the type that its name gave it. */
export interface ParseInput {
  readonly path: string;
  readonly documentType: string;
  readonly bytes: Uint8Array;
}

interface DraftedFile {
  readonly file: ScannedFile;
  readonly result: FileDraft;
}

/** Files drafted before the event loop gets a turn. */
const FILES_A_TURN = 32;
/** Files that are begun before they are asked for, and bytes of them from which on none is: two threads parse what isn't plain text. */
const [AHEAD, AHEAD_BYTES] = [2, 8_000_000];

export async function* draftFiles(
  deps: DraftDependencies,
  { context, files }: { readonly context: DraftContext; readonly files: readonly ScannedFile[] },
  signal: AbortSignal | undefined,
): AsyncIterable<DraftedFile> {
  const begun: Promise<FileDraft>[] = [];
  let ahead = 0;
  for (const [i, file] of files.entries()) {
    signal?.throwIfAborted();
    if (i % FILES_A_TURN === 0) await new Promise(setImmediate);
    while (begun.length <= AHEAD && ahead < AHEAD_BYTES && i + begun.length < files.length) {
      const next = files[i + begun.length] as ScannedFile;
      ahead += next.bytes;
      const draft = draftFile(deps, { context, file: next }, signal);
      // Looked at when its turn comes; until then a rejection is nobody's.
      draft.catch(() => undefined);
      begun.push(draft);
    }
    yield { file, result: await (begun.shift() as Promise<FileDraft>) };
    ahead -= file.bytes;
  }
}

/** A file's bytes, or why there are none. */
export type ReadResult =
  | { readonly kind: "read"; readonly bytes: Uint8Array; readonly contentHash: string }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string };

/**
 * Reads a file whole.
 * @param absolute its path
 * Cost: one synchronous read, which for small files is several times faster than through the thread pool, and one SHA-256.
 */
export function readDocument(absolute: string): ReadResult {
  if (isOpenDatabase(absolute))
    return { kind: "failed", code: "PATH_UNREADABLE", message: "is a database that Loci has open" };
  try {
    const bytes = /\.pdf$/iu.test(absolute) ? readShared(absolute) : readFileSync(absolute);
    return { kind: "read", bytes, contentHash: hash("sha256", bytes, "hex") };
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown";
    if (code === "ENOENT")
      return { kind: "failed", code: "PATH_NOT_FOUND", message: "vanished while it was to be read" };
    return { kind: "failed", code: "PATH_UNREADABLE", message: `can't be read (${code})` };
  }
}

/** Reads a file into memory that threads share: the one that parses it needs no copy. */
const readShared = (absolute: string): Uint8Array =>
  onFile(absolute, "r", (file) => {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    let at = 0;
    for (let read = 1; read > 0; at += read) read = readSync(file, bytes, at, bytes.length - at, null);
    return bytes.subarray(0, at);
  });
