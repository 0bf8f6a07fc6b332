import type { Drawer } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import { parseScope, type Scope } from "../../model/scope.ts";
import type { Source } from "../../model/source.ts";
import { unescapeText, type FilePlace, type FoundDrawer } from "../../palace/drawer-file/format.ts";
import { readDrawers } from "../../palace/drawer-file/read-drawers.ts";
import { cutExactly } from "../cut-exactly.ts";
import { type DocumentDraft, type DrawerDraft, drawerDraft, drawerIdentifier } from "../document-draft.ts";
import type { PlaceDrawers } from "../placing.ts";
import type { IngestSettings } from "../fingerprint.ts";

/** A file of drawers that were added by hand. */
export interface ManualFile {
  /** Relative to the source, `<wing>/<room>.md`. */
  readonly path: string;
  readonly place: FilePlace;
  readonly text: string;
  readonly contentHash: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** What documents are made with. */
export interface ManualContext {
  readonly source: Pick<Source, "key" | "name">;
  readonly settings: IngestSettings;
  readonly place: PlaceDrawers;
}

/** What a file came to. */
export interface ManualDocuments {
  /** One a scope, sorted by scope. */
  readonly drafts: readonly DocumentDraft[];
  /** The drawer of the file that a drawer of the index, by id, is or is a part of. */
  readonly found: ReadonlyMap<string, FoundDrawer>;
  /** Drawers that could not be taken: by line, and why. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * The drawers of a file as documents: each drawer that stands between markers is one drawer of the index (several where it is over the
 * size), in the wing and room that the file's place says. A drawer without a valid scope is refused: nobody's guess decides who may see it. Pure.
 */
export function manualDocuments(file: ManualFile, context: ManualContext): ManualDocuments {
  const byScope = new Map<Scope, FoundDrawer[]>();
  const refused: { line: number; reason: string }[] = [];
  for (const drawer of readDrawers(file.text).drawers) {
    if (drawer.superseded || drawer.text.trim() === "") continue;
    const scope = scopeOf(drawer);
    if (scope === null)
      refused.push({
        line: drawer.lines.start - 1,
        reason:
          drawer.scope === ""
            ? "no scope: write scope=kb, scope=admin or scope=user:<id> into the marker"
            : "its scope is none of kb, admin, user:<id>",
      });
    else byScope.set(scope, [...(byScope.get(scope) ?? []), drawer]);
  }
  const scopes = [...byScope.keys()].sort();
  const found = new Map<string, FoundDrawer>();
  return {
    drafts: scopes.map((scope) => documentOf(file, scope, byScope.get(scope) as FoundDrawer[], context, found)),
    found,
    refused,
  };
}

/** The file's text as its drawers' spans count it: markers inside of drawers as they were written. */
export function manualText(text: string): string {
  return unescapeText(text);
}

function documentOf(
  file: ManualFile,
  scope: Scope,
  drawers: readonly FoundDrawer[],
  { source, settings, place }: ManualContext,
  found: Map<string, FoundDrawer>,
): DocumentDraft {
  const path = manualPath(file.path, scope);
  const title = file.place.room.replaceAll("-", " ");
  const breadcrumb = [title];
  // Drawers that came from another project keep the ids that they had there.
  const identifiers = new Map<string, ReturnType<typeof drawerIdentifier>>();
  const identify = (born: string, text: string) => {
    const known = identifiers.get(born) ?? drawerIdentifier(born, path);
    identifiers.set(born, known);
    return known(breadcrumb, text);
  };
  let read = 0;
  let start = 0;
  const drafts = drawers.flatMap((one): readonly DrawerDraft[] => {
    // Escaping only adds characters inside of lines, and a body begins with one, so what comes before has its own length without them.
    start += manualText(file.text.slice(read, one.body.start)).length;
    read = one.body.start;
    const pieces = cutExactly(one.text, settings.chunking.maxChunkSize);
    const placements = place({
      path,
      documentType: "md",
      title,
      metadata: {},
      explicit: { ...file.place, hall: one.hall },
      configuredWing: null,
      project: null,
      chat: null,
      sourceName: source.name,
      drawers: pieces.map(({ text }) => ({ text, heading: title, breadcrumb, speaker: null })),
    });
    return pieces.map((piece, i) => {
      const span = { start: start + piece.start, end: start + piece.start + piece.text.length };
      const identity = identify(one.born ?? source.key, piece.text);
      found.set(identity.id, one);
      const drawer: Drawer = {
        id: identity.id,
        text: piece.text,
        caption: null,
        heading: title,
        headingLevel: 1,
        breadcrumb,
        names: [],
        elementType: "paragraph",
        span,
        // A line would tell how much stands above it, and that may be somebody else's.
        lines: null,
        pages: null,
        message: null,
        placement: placements[i] as (typeof placements)[number],
        date: dateOf(one.date) ?? dateOf(one.added),
      };
      return drawerDraft(drawer, identity.contentHash);
    });
  });
  return {
    document: {
      source: source.key,
      path,
      scope,
      documentType: "md",
      title,
      contentHash: file.contentHash,
      bytes: file.bytes,
      modifiedAt: file.modifiedAt,
    },
    drawers: drafts,
  };
}

function dateOf(text: string | undefined): Drawer["date"] {
  return text === undefined || Number.isNaN(Date.parse(text)) ? null : { value: text, by: "document" };
}

function scopeOf({ scope }: FoundDrawer): Scope | null {
  try {
    return parseScope(scope);
  } catch (thrown) {
    if (thrown instanceof LociError) return null;
    throw thrown;
  }
}

/**
 * The path of a document of drawers added by hand: their file, `<wing>/<room>.md`, and their scope, since one file may hold drawers of several.
 *
 * @example manualPath("driftwood/auth.md", "kb") // "driftwood/auth.md#kb"
 */
function manualPath(file: string, scope: string): string {
  return `${file}#${scope}`;
}

/** The file of such a path. */
export function manualFile(path: string): string {
  return path.slice(0, path.lastIndexOf("#"));
}
