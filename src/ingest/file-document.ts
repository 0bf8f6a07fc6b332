import { posix } from "node:path";
import { chunk } from "../chunking/chunk.ts";
import type { Drawer } from "../model/drawer.ts";
import type { ParsedDocument } from "../model/section.ts";
import type { Scope } from "../model/scope.ts";
import type { Source } from "../model/source.ts";
import { contentDate } from "./content-date.ts";
import type { IngestSettings } from "./settings.ts";
import type { DocumentDraft } from "./document-draft.ts";
import { documentNames } from "./document-names.ts";
import { documentScope } from "./document-scope.ts";
import { drawerDraft } from "./drawer-draft.ts";
import { drawerIdentifier } from "./drawer-identifier.ts";
import type { PlaceDrawers } from "./placing.ts";
import type { ScannedFile } from "./scan/scan.ts";

/** What a file's document is made from. */
export interface FileDocumentInput {
  readonly file: Pick<ScannedFile, "path" | "documentType" | "bytes" | "modifiedAt">;
  readonly contentHash: string;
  readonly parsed: ParsedDocument;
  readonly source: Pick<Source, "key" | "name" | "options">;
  /** The scope in force where the front matter is silent. */
  readonly scope: Scope | null;
  readonly project: string | null;
  readonly settings: IngestSettings;
  readonly place: PlaceDrawers;
}

/**
 * A parsed file as a document with its drawers: cut, placed, dated, identified. Pure.
 *
 * @throws LociError `SCOPE_INVALID`, `SOURCE_SCOPE_REQUIRED`
 */
export function fileDocument(input: FileDocumentInput): DocumentDraft {
  const { file, parsed, source, settings } = input;
  const { metadata } = parsed;
  const chunks = chunk(parsed, settings.chunking);
  const title = metadata.title ?? parsed.sections.find(({ level }) => level > 0)?.title ?? posix.basename(file.path, posix.extname(file.path));
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
  const date = contentDate(metadata, file.path, file.modifiedAt);
  const names = documentNames(file, metadata);
  const identify = drawerIdentifier(source.key, file.path);
  return {
    document: {
      source: source.key,
      path: file.path,
      scope: documentScope(metadata, input.scope),
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
        elementType: piece.elementType,
        span: piece.span,
        lines: piece.lines,
        pages: piece.pages,
        message: null,
        placement: placements[i] as (typeof placements)[number],
        date,
      };
      return drawerDraft(drawer, contentHash);
    }),
  };
}
