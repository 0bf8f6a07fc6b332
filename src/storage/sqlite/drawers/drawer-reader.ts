import type { DatabaseSync, StatementSync } from "node:sqlite";
import { canSee, type VisibleScopes } from "../../../model/caller.ts";
import type { Document } from "../../../model/drawer.ts";
import type { DocumentRef, StoredDrawer } from "../../ports/search-index.ts";
import { ID_BYTES, escapeText } from "../codec/bytes.ts";
import { damaged } from "../database/storage-error.ts";
import { BoundedCache } from "../../../caches/bounded-cache.ts";
import type { SegmentSet } from "../segment/segment-set.ts";
import { DOCUMENT_COLUMNS, type DocumentRow, toDocument } from "../segment/checked-rows.ts";
import type { DrawerLocations } from "./drawer-locations.ts";
import type { PassageReader } from "./passage-reader.ts";

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
export class DrawerReader {
  private readonly segments: SegmentSet;
  private readonly locations: DrawerLocations;
  private readonly passages: PassageReader;
  /** Documents lately read, of one layout of the index. */
  private read = new BoundedCache<number, ReadDocument>(DOCUMENTS_BYTES);
  private readOf = -1;
  private readonly selectByNumber: StatementSync;
  private readonly selectByName: StatementSync;
  private readonly selectAll: StatementSync;
  private readonly selectOfSource: StatementSync;
  private readonly selectIds: StatementSync;

  constructor(
    database: DatabaseSync,
    {
      segments,
      locations,
      passages,
    }: { readonly segments: SegmentSet; readonly locations: DrawerLocations; readonly passages: PassageReader },
  ) {
    this.segments = segments;
    this.locations = locations;
    this.passages = passages;
    this.selectByNumber = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE number = ?`);
    this.selectByName = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE path = ? AND source = ?`);
    this.selectAll = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents`);
    this.selectOfSource = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE source = ?`);
    this.selectIds = database.prepare(
      "SELECT id, scope FROM drawers JOIN documents ON documents.number = drawers.document WHERE id >= ? AND id <= ? ORDER BY id",
    );
  }

  /** All documents, or one source's, sorted by source and path. */
  documents(source: string | undefined): readonly Document[] {
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    const rows = source === undefined ? this.selectAll.all() : this.selectOfSource.all(escapeText(source));
    return (rows as unknown as DocumentRow[])
      .map(toDocument)
      .sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
  }

  /** @param layout of the index as it is read */
  get(ids: readonly string[], visible: VisibleScopes, layout: number): readonly StoredDrawer[] {
    if (layout !== this.readOf) this.read = new BoundedCache(DOCUMENTS_BYTES);
    this.readOf = layout;
    return ids.flatMap((id) => {
      const location = this.locations.find(id, layout);
      if (location === null || !canSee(visible, location.scope)) return [];
      let read = this.read.get(location.document);
      if (read === undefined)
        this.read.set(location.document, (read = this.document(location.document)), DOCUMENT_BYTES);
      const found = this.range(read, location.position, location.position);
      if (found[0]?.drawer.id !== id) throw damaged("index", `drawer ${id} is not where its id says`);
      return found;
    });
  }

  documentDrawers(ref: DocumentRef, visible: VisibleScopes, from: number, to: number): readonly StoredDrawer[] {
    const row = this.selectByName.get(escapeText(ref.path), escapeText(ref.source)) as unknown as
      | DocumentRow
      | undefined;
    if (row === undefined || !canSee(visible, row.scope)) return [];
    return this.range(fromRow(row), Math.max(0, Math.ceil(from)), Math.min(row.drawers - 1, Math.floor(to)));
  }

  resolve(prefix: string, visible: VisibleScopes, limit: number): readonly string[] {
    if (!/^[0-9a-f]{0,32}$/.test(prefix)) return [];
    const ids: string[] = [];
    const rows = this.selectIds.iterate(
      Buffer.from(prefix.padEnd(32, "0"), "hex"),
      Buffer.from(prefix.padEnd(32, "f"), "hex"),
    );
    for (const { id, scope } of rows as Iterable<{ id: Uint8Array; scope: DocumentRow["scope"] }>) {
      if (ids.length >= limit) break;
      if (canSee(visible, scope)) ids.push(Buffer.from(id).toString("hex"));
    }
    return ids;
  }

  private document(number: number): ReadDocument {
    const row = this.selectByNumber.get(number) as unknown as DocumentRow | undefined;
    if (row === undefined) throw damaged("index", `document ${number} is missing`);
    return fromRow(row);
  }

  /** Drawers `from` … `to` of a document; none when the range is empty. */
  private range({ number, drawers: size, document }: ReadDocument, from: number, to: number): readonly StoredDrawer[] {
    if (from > to) return [];
    const located = this.segments.locate(document.scope, number);
    if (located === null) throw damaged("index", `document ${number} is in no segment`);
    const { segment, index } = located;
    const start = segment.columns().starts[index] as number;
    // With the ones before and behind, where there are any.
    const first = Math.max(0, from - 1);
    const last = Math.min(size - 1, to + 1);
    const ids = segment.idsOf(Array.from({ length: last - first + 1 }, (_, i) => start + first + i)).toString("hex");
    const idAt = (position: number): string | null =>
      position < first || position > last ? null : ids.slice((position - first) * HEX, (position - first + 1) * HEX);
    const drawers: StoredDrawer[] = [];
    for (let position = from; position <= to; position++)
      drawers.push({
        drawer: this.passages.drawer(idAt(position) as string, number, position),
        document,
        position,
        documentSize: size,
        before: idAt(position - 1),
        after: idAt(position + 1),
      });
    return drawers;
  }
}

/** Digits of an id. */
const HEX = 2 * ID_BYTES;

function fromRow(row: DocumentRow): ReadDocument {
  return { number: row.number, drawers: row.drawers, document: toDocument(row) };
}
