import type { DocumentMetadata, ParsedDocument, Span } from "../model/section.ts";
import { flushedSpans } from "../text/flush-marks.ts";
import { posix } from "node:path";
import { chunk } from "../chunking/chunk.ts";
import type { Drawer, ContentDate } from "../model/drawer.ts";
import type { Source } from "../model/source.ts";
import { skipFile } from "../parsing/parser-input.ts";
import type { IngestSettings } from "./fingerprint.ts";
import {
  type DocumentDraft,
  type ScopeRule,
  bornKey,
  documentScope,
  drawerDraft,
  drawerIdentifier,
} from "./document-draft.ts";
import { dateIn } from "../text/iso-date.ts";
import type { PlaceDrawers } from "../palace/place.ts";
import type { ScannedFile } from "./scan/scan.ts";

/**
 * When a file's content is from: its front matter, else the date in its name (`2026-05-31.md`, `202605311430 Trip.md`,
 * `31.05.2026.md`, `May 31st, 2026.md`; see `dateIn`), else the last time that it was changed. A date in a folder's name counts when the file's
 * own has none, and then one that folders make together (`2026/05/31.md`).
 * @param modifiedAt milliseconds since the epoch; 0: unknown
 */
export function contentDate(metadata: DocumentMetadata, path: string, modifiedAt: number): ContentDate | null {
  if (metadata.date !== undefined && !Number.isNaN(Date.parse(metadata.date)))
    return { value: metadata.date, by: "front-matter" };
  for (const name of [...path.split("/").reverse(), path.replaceAll("/", "-")]) {
    const value = dateIn(name);
    if (value !== undefined) return { value, by: "file-name" };
  }
  return modifiedAt > 0 ? { value: new Date(modifiedAt).toISOString(), by: "modified" } : null;
}

/** Matches a bare number (year, month, list number), which names nothing and would match every question with it. */
const MERE_NUMBER = /^\d{1,7}$/;

/** Maximum number of searched names of a file, each of which all its drawers carry. */
const MAX_NAMES = 32;
const LONGEST = 200;

/**
 * What a file is called: its folders, itself, and the title, other titles and tags of its front matter. Notes often say their subject there and
 * nowhere in the text. The ending is left out, but of code, where `parse.ts` is how people speak of it. "How do I …" with the title and the
 * folder of each of 400 notes of a folder finds the note first for 83 % of them, and did for 67 while names were not searched.
 * @param file its path relative to the source's root, with `/`
 * @example documentNames({ path: "projects/Meeting with Alice.md", documentType: "md" }, { tags: ["budget"] }) // ["projects", "Meeting with Alice", "budget"]
 */
export function documentNames(
  { path, documentType }: { readonly path: string; readonly documentType: string },
  { title = "", aliases = [], tags = [] }: DocumentMetadata,
): readonly string[] {
  const { dir, name, base } = posix.parse(path);
  const names = [...dir.split("/"), documentType === "code" ? base : name, title, ...aliases, ...tags].map((one) =>
    one.slice(0, LONGEST),
  );
  return [...new Set(names)]
    .filter((one) => one !== "" && one !== "." && one !== ".." && !MERE_NUMBER.test(one))
    .slice(0, MAX_NAMES);
}

export interface FileDocumentInput {
  readonly file: Pick<ScannedFile, "path" | "documentType" | "bytes" | "modifiedAt">;
  readonly contentHash: string;
  readonly parsed: ParsedDocument;
  readonly source: Pick<Source, "key" | "name" | "options">;
  readonly scope: ScopeRule;
  /** See `PlaceInput`. */
  readonly project: string | null;
  readonly settings: IngestSettings;
  readonly place: PlaceDrawers;
}

/** Drawers of one document at most: what is written in one transaction has to be bounded. 150 MB of prose make as many. */
const MAX_DRAWERS = 100_000;

/** A document, and whether its front matter asked for a scope that it didn't get. */
export interface FileDocument extends DocumentDraft {
  readonly scopeIgnored: boolean;
}

/**
 * A parsed file as a document with its drawers: cut, placed, dated, identified. Pure.
 * @throws LociError `SCOPE_INVALID`, `SOURCE_SCOPE_REQUIRED`
 */
export function fileDocument(input: FileDocumentInput): FileDocument {
  const { file, parsed, source, settings } = input;
  const { metadata } = parsed;
  const chunks = chunk(parsed, settings.chunking);
  if (chunks.length > MAX_DRAWERS)
    throw skipFile(file.path, "too-many-drawers", { drawers: chunks.length, limit: MAX_DRAWERS });
  const title =
    metadata.title ??
    parsed.sections.find(({ level }) => level > 0)?.title ??
    posix.basename(file.path, posix.extname(file.path));
  const placements = input.place({
    path: file.path,
    documentType: file.documentType,
    title,
    metadata,
    explicit: { wing: source.options.wing, room: source.options.room },
    configuredWing: settings.wing,
    project: input.project,
    chat: null,
    sourceName: source.name,
    drawers: chunks.map(({ text, heading, breadcrumb }) => ({ text, heading, breadcrumb, speaker: null })),
  });
  const whole = contentDate(metadata, file.path, file.modifiedAt);
  const dateAt = (start: number): ContentDate | null => {
    const value = metadata.dates?.findLast((one) => one.start <= start)?.date ?? null;
    return value === null ? whole : { value, by: "front-matter" };
  };
  const names = documentNames(file, metadata);
  const { scope, ignored } = documentScope(metadata, input.scope);
  const summed = flushedSpans(parsed.text);
  /** By half of it: a heading above may go with a summary. */
  const isGenerated = (span: Span): boolean =>
    metadata.generated === true ||
    summed.some(
      ({ start, end }) => 2 * (Math.min(end, span.end) - Math.max(start, span.start)) > span.end - span.start,
    );
  const identify = drawerIdentifier(bornKey(source, file.path), file.path);
  return {
    scopeIgnored: ignored,
    document: {
      source: source.key,
      path: file.path,
      scope,
      documentType: file.documentType,
      title,
      contentHash: input.contentHash,
      bytes: file.bytes,
      modifiedAt: file.modifiedAt,
    },
    drawers: chunks.map((piece, i) => {
      const { id, contentHash } = identify(piece.breadcrumb, piece.text);
      const drawer: Drawer = {
        id,
        text: piece.text,
        caption: null,
        heading: piece.heading,
        headingLevel: piece.headingLevel,
        breadcrumb: piece.breadcrumb,
        names,
        elementType: isGenerated(piece.span) ? "memory_summary" : piece.elementType,
        span: piece.span,
        lines: piece.lines,
        pages: piece.pages,
        message: null,
        placement: placements[i] as (typeof placements)[number],
        date: dateAt(piece.span.start),
      };
      return drawerDraft(drawer, contentHash);
    }),
  };
}
