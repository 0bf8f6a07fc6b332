import type { DatabaseSync } from "node:sqlite";
import { BoundedCache } from "../../../caches/bounded-cache.ts";
import { type VisibleScopes, canSee, type Scope } from "../../../model/caller.ts";
import type { Document } from "../../../model/drawer.ts";
import type { DocumentRef, StoredDrawer } from "../../ports/search-index.ts";
import { ID_BYTES, escapeText, unescapeText, writeId } from "../codec/bytes.ts";
import { damaged } from "../database/storage-error.ts";
import { DOCUMENT_COLUMNS, type DocumentRow, toDocument } from "../segment/checked-rows.ts";
import type { SegmentSet } from "../segment/segment-set.ts";
import type { Segment } from "../segment/segment.ts";
import type { PassageReader } from "./passage-reader.ts";
import { ascending } from "../../../text/words.ts";

/** Bound of the cache of documents lately read. */
const DOCUMENTS_BYTES = 1024 * 1024;
const DOCUMENT_BYTES = 500;

/** What is kept of a row: not the row itself, which takes three times the room. */
interface ReadDocument {
  readonly number: number;
  readonly drawers: number;
  readonly document: Document;
}

/** Gives drawers and documents as they went in; inside a read transaction. */
export function drawerReader(
  database: DatabaseSync,
  { segments, locations, passages }: { segments: SegmentSet; locations: DrawerLocations; passages: PassageReader },
) {
  /** Documents lately read, of one layout of the index: by number, and by path and source. */
  let latelyRead = new BoundedCache<number | string, ReadDocument>(DOCUMENTS_BYTES);
  let readOf = -1;
  const selectByNumber = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE number = ?`);
  const selectByName = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE path = ? AND source = ?`);
  const selectAll = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents`);
  const selectOfSource = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE source = ?`);
  const selectNames = database.prepare("SELECT number, path, source FROM documents");
  const selectIds = database.prepare(
    "SELECT id, scope FROM drawers JOIN documents ON documents.number = drawers.document WHERE id >= ? AND id <= ? ORDER BY id",
  );

  /** A document as it is kept, else as its row says; null where there is none. */
  const known = (key: number | string, layout: number, row: () => unknown): ReadDocument | null => {
    if (layout !== readOf) latelyRead = new BoundedCache(DOCUMENTS_BYTES);
    readOf = layout;
    const kept = latelyRead.get(key);
    if (kept !== undefined) return kept;
    const found = row() as DocumentRow | undefined;
    if (found === undefined) return null;
    const read = { number: found.number, drawers: found.drawers, document: toDocument(found) };
    latelyRead.set(key, read, DOCUMENT_BYTES);
    return read;
  };

  /** Drawers `from` … `to` of a document; none when the range is empty. */
  const range = (
    { number, drawers: size, document }: ReadDocument,
    from: number,
    to: number,
  ): readonly StoredDrawer[] => {
    // With the ones before and behind, where there are any.
    const first = Math.max(0, from - 1);
    const last = Math.min(size - 1, to + 1);
    let ids = "";
    const idAt = (position: number): string | null => {
      if (position < first || position > last) return null;
      if (ids === "") ids = idsOf(document.scope, number, [first, last]);
      return ids.slice((position - first) * HEX, (position - first + 1) * HEX);
    };
    const drawers: StoredDrawer[] = [];
    for (let position = from; position <= to; position++)
      drawers.push({ ...passages.drawer(number, position, idAt), document, position, documentSize: size });
    return drawers;
  };

  /** Ids of drawers of a document that follow one another, the last with them, in hexadecimal. */
  const idsOf = (scope: Scope, document: number, [first, last]: readonly [number, number]): string => {
    const located = segments.locate(scope, document);
    if (located === null) throw damaged("index", `document ${document} is in no segment`);
    const start = located.segment.columns().starts[located.index] as number;
    return located.segment.hexIds(start + first, last - first + 1);
  };

  return {
    /** All documents, or one source's, sorted by source and path. */
    documents(source: string | undefined): readonly Document[] {
      const rows = source === undefined ? selectAll.all() : selectOfSource.all(escapeText(source));
      return (rows as unknown as DocumentRow[])
        .map(toDocument)
        .sort((a, b) => ascending(a.source, b.source) || ascending(a.path, b.path));
    },
    /** As `SearchIndex.documentWrites`: a document that is written again has the next free number. */
    documentWrites(): ReadonlyMap<string, number> {
      const rows = selectNames.all() as unknown as Pick<DocumentRow, "number" | "path" | "source">[];
      return new Map(
        rows.map(({ number, path, source }) => [`${unescapeText(source)}\n${unescapeText(path)}`, number]),
      );
    },
    /** @param layout of the index as it is read */
    get: (ids: readonly string[], visible: VisibleScopes, layout: number): readonly StoredDrawer[] =>
      ids.flatMap((id) => {
        const location = locations.find(id, layout);
        if (location === null || !canSee(visible, location.scope)) return [];
        const { document, position } = location;
        const read = known(document, layout, () => selectByNumber.get(document));
        if (read === null) throw damaged("index", `document ${document} is missing`);
        const found = range(read, position, position);
        if (found[0]?.drawer.id !== id) throw damaged("index", `drawer ${id} is not where its id says`);
        return found;
      }),
    /** @param layout of the index as it is read */
    documentDrawers(
      { path, source }: DocumentRef,
      visible: VisibleScopes,
      { from, to, layout }: { readonly from: number; readonly to: number; readonly layout: number },
    ): readonly StoredDrawer[] {
      const row = (): unknown => selectByName.get(escapeText(path), escapeText(source));
      const read = known(`${source}\n${path}`, layout, row);
      if (read === null || !canSee(visible, read.document.scope)) return [];
      return range(read, Math.max(0, Math.ceil(from)), Math.min(read.drawers - 1, Math.floor(to)));
    },
    resolve(prefix: string, visible: VisibleScopes, limit: number): readonly string[] {
      if (!/^[0-9a-f]{0,32}$/.test(prefix)) return [];
      const ids: string[] = [];
      const rows = selectIds.iterate(
        Buffer.from(prefix.padEnd(32, "0"), "hex"),
        Buffer.from(prefix.padEnd(32, "f"), "hex"),
      );
      for (const { id, scope } of rows as Iterable<{ id: Uint8Array; scope: DocumentRow["scope"] }>) {
        if (ids.length >= limit) break;
        if (canSee(visible, scope)) ids.push(Buffer.from(id).toString("hex"));
      }
      return ids;
    },
  };
}

const HEX = 2 * ID_BYTES;

export interface DrawerLocation {
  readonly document: number;
  readonly position: number;
  readonly scope: Scope;
}

/** Where the drawers of the last search are. */
interface RecentLocations {
  readonly layout: number;
  /** By the ids that were asked for. */
  readonly locations: ReadonlyMap<string, DrawerLocation>;
}

const DRAWER_ID = /^[0-9a-f]{32}$/;

export type DrawerLocations = ReturnType<typeof drawerLocations>;

/** Finds drawers and documents by their names; inside a read transaction. */
export function drawerLocations(database: DatabaseSync, segments: SegmentSet) {
  let last: RecentLocations | null = null;
  const selectDrawer = database.prepare(
    "SELECT document, position, scope FROM drawers JOIN documents ON documents.number = drawers.document WHERE id = ?",
  );
  const selectPath = database.prepare("SELECT number FROM documents WHERE path = ?");
  const selectNumber = database.prepare("SELECT path FROM documents WHERE number = ?");

  /**
   * Null for what isn't the id of a drawer.
   * @param layout of the index as it is read: what the last search found is used only while no segment has come or gone
   */
  const find = (id: string, layout = -1): DrawerLocation | null => {
    const known = last?.layout === layout ? last.locations.get(id) : undefined;
    if (known !== undefined) return known;
    if (!DRAWER_ID.test(id)) return null;
    const bytes = new Uint8Array(16);
    writeId(id, bytes, 0);
    return (selectDrawer.get(bytes) as unknown as DrawerLocation | undefined) ?? null;
  };

  return {
    /** Keeps where the drawers of a search are, until the next one: what it shows is asked for right after it. */
    remember(recent: RecentLocations): void {
      last = recent;
    },
    find,
    ordinals(ids: readonly string[]): ReadonlyMap<Segment, readonly number[]> {
      const found = new Map<Segment, number[]>();
      for (const id of ids) {
        const location = find(id);
        const located = location === null ? null : segments.locate(location.scope, location.document);
        if (location === null || located === null) continue;
        const { segment, index } = located;
        const ordinal = (segment.columns().starts[index] as number) + location.position;
        const list = found.get(segment);
        if (list === undefined) found.set(segment, [ordinal]);
        else list.push(ordinal);
      }
      return found;
    },
    /** Path of the document with this number; empty when there is none. */
    pathOf(number: number): string {
      const found = selectNumber.get(number) as { path: string } | undefined;
      return found === undefined ? "" : unescapeText(found.path);
    },
    /** Numbers of the documents with these paths, of any source. */
    documentsByPath: (paths: readonly string[]): readonly number[] =>
      paths.flatMap((path) => (selectPath.all(escapeText(path)) as { number: number }[]).map(({ number }) => number)),
  };
}
