import { Signal } from "../../../model/message-role.ts";
import type { Scope } from "../../../model/caller.ts";
import { readPostings, type Postings } from "../codec/postings.ts";
import { compareIds, ID_BYTES, lastAtMost } from "../codec/bytes.ts";
import { findTerm, pageOfTerm, type TermEntry } from "../codec/term-pages.ts";
import type { CodeChunks, CodePages, CodeStore } from "../vectors/code-store.ts";
import { damaged } from "../database/storage-error.ts";
import type { VectorBlocks, VectorPages, VectorStore } from "../vectors/vector-store.ts";
import type { BoundedCache } from "../../../caches/bounded-cache.ts";
import { Part, partKey } from "./part-store.ts";
import { lengthOf, type KnownPostings, type PostingsCache, type PostingsOwner } from "./postings-cache.ts";
import { unpackSegmentColumns, type SegmentColumns } from "./segment-columns.ts";
import type { Tally } from "./segment-builder.ts";
import type { PlaceTally, SegmentIds } from "./segment-places.ts";
import { eachLive, tallyPlaces, unpackPlaces, unpackWings } from "./segment-places.ts";
import type { SegmentRow } from "./checked-rows.ts";
import type { RecordSource, SegmentRecords } from "./segment-records.ts";
import { SegmentVectors } from "./segment-vectors.ts";

/** Overhead of a cached term page beside its bytes: a view, its buffer and a map entry. */
const PAGE_COST = 350;

export interface SegmentSource extends RecordSource {
  readonly postings: PostingsCache;
  /** Term pages by their place: of those that a question reads, nearly all were read for another one. */
  readonly pages: BoundedCache<number, Uint8Array>;
  /** Hears how many drawers the index has, whenever segments come or go. */
  readonly onSize: (drawers: number) => void;
}

/**
 * A segment as readers have it: each part is read and decoded when first asked for, and kept. Parts never change; only
 * `update` does, when documents of it were deleted. Everything but `update` must be called inside a read transaction.
 */
export class Segment {
  readonly number: number;
  readonly scope: Scope;
  /** Drawers and documents, deleted ones included. */
  readonly drawers: number;
  readonly documents: number;
  readonly firstDocument: number;
  readonly lastDocument: number;
  /** Components of a vector; 0 when it has none. */
  readonly dimension: number;
  /** The vectors as the file has them. */
  readonly stored: SegmentVectors;
  private row: SegmentRow;
  private readonly source: SegmentSource;
  private loadedColumns: SegmentColumns | null = null;
  private loadedNumbers: Uint32Array | null = null;
  private loadedIds: Buffer | null = null;
  private loadedPlaces: readonly PlaceTally[] | null = null;
  private loadedWings: ReadonlyMap<string, number> | null = null;
  private loadedFirstHashes: Uint32Array | null = null;
  private deadMask: Uint8Array | null = null;
  /** −1: not counted yet. */
  private continuedCount = -1;
  /** The term page that was read last: terms that are looked up in order are many to a page. */
  private lastPage: { readonly number: number; readonly body: Uint8Array } | null = null;
  /** What is kept of it elsewhere is kept under this: another one when documents were deleted. */
  state: PostingsOwner;

  constructor(row: SegmentRow, source: SegmentSource) {
    this.number = row.number;
    this.scope = row.scope;
    this.drawers = row.drawers;
    this.documents = row.documents;
    this.firstDocument = row.first_document;
    this.lastDocument = row.last_document;
    this.dimension = row.dimension;
    this.stored = new SegmentVectors(row, source);
    this.row = row;
    this.source = source;
    this.state = { segment: row.number };
  }

  /** Takes over which documents are deleted now. */
  update(row: SegmentRow): void {
    if (row.live_documents !== this.row.live_documents) {
      this.deadMask = null;
      this.continuedCount = -1;
      this.loadedPlaces = null;
      this.loadedWings = null;
      this.state = { segment: this.number };
    }
    this.row = row;
  }

  /** What is not deleted. */
  get live(): Tally & { readonly documents: number } {
    const { row } = this;
    return {
      drawers: row.live_drawers,
      documents: row.live_documents,
      vectors: row.live_vectors,
      tokens: row.live_tokens,
      textBytes: row.live_text_bytes,
    };
  }

  get hasDeleted(): boolean {
    return this.row.live_documents < this.documents;
  }

  /** Bitmap of deleted documents, null when there are none. */
  get deleted(): Uint8Array | null {
    return this.row.deleted;
  }

  /** 1 for each deleted drawer, by ordinal; null when there are none. */
  dead(): Uint8Array | null {
    const { deleted } = this.row;
    if (!this.hasDeleted || deleted === null) return null;
    return (this.deadMask ??= this.maskOf(deleted));
  }

  private maskOf(deleted: Uint8Array): Uint8Array {
    const { starts } = this.columns();
    const mask = new Uint8Array(this.drawers);
    for (let d = 0; d < this.documents; d++) if (hasBit(deleted, d)) mask.fill(1, starts[d], starts[d + 1]);
    return mask;
  }

  /** Live drawers by place, as the file has them. Cost: reads a page of some 100 bytes a place, once; no drawer is looked at. */
  places(): readonly PlaceTally[] {
    return (this.loadedPlaces ??= unpackPlaces(this.part(Part.places), this.row.live_drawers));
  }

  /** Live drawers by wing. Cost: reads a small page beside, once. */
  wings(): ReadonlyMap<string, number> {
    return (this.loadedWings ??= unpackWings(this.part(Part.wings), this.row.live_drawers));
  }

  /** The places of some drawers. Cost: a pass over them. */
  placesOf(ordinals: Uint32Array): readonly PlaceTally[] {
    return tallyPlaces(this.columns(), this.orderedIds(), (visit) => ordinals.forEach(visit));
  }

  /** The same of all that these deletions leave, counted anew: what `places` gives once it is written. Cost: a pass over the columns. */
  placesWithout(deleted: Uint8Array | null): readonly PlaceTally[] {
    const dead = deleted === null ? null : this.maskOf(deleted);
    return tallyPlaces(this.columns(), this.orderedIds(), eachLive(this.drawers, dead));
  }

  private orderedIds(): SegmentIds {
    return { compare: (a, b) => this.compareIds(a, this, b), of: (ordinal) => this.idsOf([ordinal]) };
  }

  /** Live drawers that go on with a message. Cost: a pass over a column, once. */
  continued(): number {
    if (this.continuedCount < 0) {
      const { signals } = this.columns();
      const dead = this.dead();
      let count = 0;
      for (let o = 0; o < this.drawers; o++)
        if (((signals[o] as number) & Signal.continues) !== 0 && (dead === null || dead[o] === 0)) count++;
      this.continuedCount = count;
    }
    return this.continuedCount;
  }

  columns(): SegmentColumns {
    return (this.loadedColumns ??= unpackSegmentColumns(this.part(Part.columns)));
  }

  /** Numbers of the documents, ascending. */
  numbers(): Uint32Array {
    return (this.loadedNumbers ??= new Uint32Array(this.part(Part.documents).slice().buffer));
  }

  /** Place of the document with this number in the segment, −1 when it isn't here. */
  documentIndex(number: number): number {
    const index = lastAtMost(this.numbers(), number);
    return this.numbers()[index] === number ? index : -1;
  }

  /** Ids, 16 bytes a drawer. Cost: of a segment with records, which keeps none in memory, every page of those is read. */
  ids(): Buffer {
    return this.idsInMemory() ?? (this.stored.records as SegmentRecords).ids(this.drawers);
  }

  /** The same; null where they are left in the file. */
  idsInMemory(): Buffer | null {
    if (this.loadedIds !== null) return this.loadedIds;
    const { records, ids: moved } = this.stored;
    if (records !== null) return moved;
    const bytes = this.part(Part.ids);
    const ids = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (ids.length !== this.drawers * ID_BYTES)
      throw damaged("index", `segment ${this.number} has not one id a drawer`);
    return (this.loadedIds = ids);
  }

  /** Ids of some drawers, one after the other. */
  idsOf(ordinals: ArrayLike<number>): Buffer {
    const all = this.idsInMemory();
    const ids = Buffer.alloc(ordinals.length * ID_BYTES);
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      if (all === null) ids.set((this.stored.records as SegmentRecords).id(ordinal), i * ID_BYTES);
      // A call of Buffer's takes longer than sixteen bytes.
      else for (let b = 0; b < ID_BYTES; b++) ids[i * ID_BYTES + b] = all[ordinal * ID_BYTES + b] as number;
    }
    return ids;
  }

  /** Ids of drawers that stand side by side, in hexadecimal, one after the other. */
  hexIds(first: number, count: number): string {
    const all = this.idsInMemory();
    if (all === null) return this.idsOf(Uint32Array.from({ length: count }, (_, i) => first + i)).toString("hex");
    return all.toString("hex", first * ID_BYTES, (first + count) * ID_BYTES);
  }

  /** Order of the ids of two drawers: negative when that of this segment comes first. */
  compareIds(ordinal: number, others: Segment, other: number): number {
    const difference = this.idHead(ordinal) - others.idHead(other);
    return difference === 0 ? compareIds(this.idsOf([ordinal]), 0, others.idsOf([other]), 0) : difference;
  }

  private idHead(ordinal: number): number {
    const { records } = this.stored;
    if (records !== null) return records.heads()[ordinal] as number;
    const ids = this.loadedIds ?? this.ids();
    const at = ordinal * ID_BYTES;
    return ((ids[at] as number) << 8) | (ids[at + 1] as number);
  }

  /** Hash of the first term of each term page. */
  firstHashes(): Uint32Array {
    return (this.loadedFirstHashes ??= new Uint32Array(this.part(Part.firstHashes).slice().buffer));
  }

  /** The live drawers that hold `term`; null when none does. */
  postings(term: string): Postings | null {
    const { postings } = this.source;
    const known = postings.get(this.state, term);
    if (known === 0) return null;
    if (typeof known === "object") return known;
    const read = this.readTerm(term);
    const found = read === null || read.first === read.end ? null : read;
    postings.set(this.state, term, found ?? 0);
    return found;
  }

  /** How many live drawers hold `term`. Cost: less than `postings`, since lists are decoded only where deleted drawers may stand in them. */
  count(term: string): number {
    return lengthOf(this.hasDeleted ? this.postings(term) : this.found(term));
  }

  /** Whether a live drawer holds `term`. Cost: as `count`, where deleted drawers may be all that a list holds. */
  contains(term: string): boolean {
    const found = this.found(term);
    if (found === 0 || typeof found === "object" || found > this.drawers - this.row.live_drawers) return found !== 0;
    return this.postings(term) !== null;
  }

  /** What is known of a term, or else the length of its list. */
  private found(term: string): KnownPostings {
    const { postings } = this.source;
    const known = postings.get(this.state, term);
    if (known !== undefined) return known;
    const count = this.findTerm(term)?.count ?? 0;
    postings.set(this.state, term, count);
    return count;
  }

  private readTerm(term: string): Postings | null {
    const found = this.findTerm(term);
    return found === null
      ? null
      : readPostings(found.page, found.start, found.count, this.dead(), this.source.postings.memory);
  }

  private findTerm(term: string): (TermEntry & { readonly page: Uint8Array }) | null {
    const number = pageOfTerm(this.firstHashes(), term);
    if (number < 0) return null;
    if (this.lastPage?.number !== number) this.lastPage = { number, body: this.keptPage(number) };
    const page = this.lastPage.body;
    const entry = findTerm(page, term);
    return entry === null ? null : { ...entry, page };
  }

  private keptPage(number: number): Uint8Array {
    const { pages } = this.source;
    const key = partKey(this.number, Part.terms, number);
    let page = pages.get(key);
    if (page === undefined) pages.set(key, (page = this.termPage(number)), PAGE_COST + page.length);
    return page;
  }

  termPage(page: number): Uint8Array {
    return this.source.parts.read(partKey(this.number, Part.terms, page));
  }

  /** All of the vectors, in memory. Null when there are none, or when they have another dimension. */
  vectors(store: VectorStore): VectorBlocks | VectorPages | null {
    return this.dimension !== store.dimension ? null : this.stored.inMemory(store, this.liveDrawers());
  }

  /** The same, of which few are read: where they are in the file. */
  vectorsInFile(dimension: number): VectorPages | null {
    return this.dimension !== dimension ? null : this.stored.inFile(this.liveDrawers());
  }

  /** Codes of the vectors, to be read as they are needed; null where they aren't in the file alone. */
  codesInFile(dimension: number): CodePages | null {
    return this.dimension !== dimension ? null : this.stored.codesInFile(this.liveDrawers());
  }

  codes(store: CodeStore): CodeChunks | null {
    return this.dimension !== store.coder.dimension ? null : this.stored.codes(store, this.liveDrawers());
  }

  /** Gives the vectors' memory back; the segment is used no more. */
  release(store: VectorStore | null, codes: CodeStore | null): void {
    this.stored.release(store, codes);
  }

  private liveDrawers(): { readonly documents: number; readonly dead: Uint8Array | null } {
    return { documents: this.row.live_documents, dead: this.dead() };
  }

  private part(part: (typeof Part)["columns" | "documents" | "ids" | "firstHashes" | "places" | "wings"]): Uint8Array {
    return this.source.parts.read(partKey(this.number, part));
  }
}

/** Bit `index` of a bitmap; bits beyond its end are 0. */
export const hasBit = (bits: Uint8Array, index: number): boolean =>
  (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;

/** A bitmap of `size` bits with those of `bits` (null: none) and bit `index` set. */
export function withBit(bits: Uint8Array | null, size: number, index: number): Uint8Array {
  const next = new Uint8Array(Math.ceil(size / 8));
  if (bits !== null) next.set(bits);
  next[index >> 3] = (next[index >> 3] as number) | (1 << (index & 7));
  return next;
}
