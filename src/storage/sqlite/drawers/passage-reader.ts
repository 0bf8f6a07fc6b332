import { deflateRawSync, inflateRawSync } from "node:zlib";
import { BoundedCache } from "../../../caches/bounded-cache.ts";
import type { Drawer } from "../../../model/drawer.ts";
import type { StoredDrawer } from "../../ports/search-index.ts";
import type { CacheBounds } from "../segment/postings-cache.ts";
import { damaged } from "../database/storage-error.ts";
import type { PartStore } from "../segment/part-store.ts";

/** Maximum number of drawers of a document: the key document · 2^20 + position must stay below 2^53. */
export const MAX_POSITIONS = 2 ** 20;

/** Key of a drawer in the table `passages`, which has an entry for the first drawer of each block. */
export const passageKey = (document: number, position: number): number => document * MAX_POSITIONS + position;

/** Bytes in front of a record: its length (u32). */
const HEADER = 4;

/** Half of the records that are kept, one behind the other, and where each record's header is. */
const emptyHalf = () => ({ bytes: Buffer.alloc(0) as Buffer, starts: new Map<number, number>(), end: 0 });
/** Bytes that a first record takes room for: the system empties whole halves, which took a twelfth of many a short run over a small project. */
const FIRST_ROOM = 65_536;

/**
 * Records lately read, in two pieces of memory that are written by turns: a full one becomes the elder, whose place the next ones take; at least the
 * newest three eighths are kept. As strings they would be some ten thousand objects that come and go, and each that outlives a collection or two
 * makes V8's young generation grow, to a hundred megabytes in the end.
 */
export class RecordRing {
  private half = 0;
  private younger = emptyHalf();
  private elder = emptyHalf();

  /** Keeps so many bytes from now on, and forgets what it kept where that changes. Memory is taken as it is written. */
  keepWithin(bytes: number): void {
    if (bytes / 2 !== this.half) [this.half, this.younger, this.elder] = [bytes / 2, emptyHalf(), emptyHalf()];
  }

  /** Cost: 0.5 µs. */
  get(key: number): string | undefined {
    const { bytes, starts } = this.younger.starts.has(key) ? this.younger : this.elder;
    const start = starts.get(key);
    if (start === undefined) return undefined;
    return bytes.toString("utf8", start + HEADER, start + HEADER + bytes.readUInt32LE(start));
  }

  /** Keeps a record; one that would take more than an eighth of the room is not kept. @param record well-formed, as JSON is */
  set(key: number, record: string): void {
    const length = Buffer.byteLength(record);
    const size = HEADER + length;
    if (size * 4 > this.half) return;
    if (this.younger.end + size > this.half)
      [this.younger, this.elder] = [{ ...this.elder, starts: new Map(), end: 0 }, this.younger];
    const { younger } = this;
    const { bytes, end } = younger;
    younger.end += size;
    if (younger.end > bytes.length) {
      // Of the other kind of buffer V8 would count every byte, and begin a full collection in the midst of the first search.
      const room = new SharedArrayBuffer(Math.min(this.half, Math.max(FIRST_ROOM, 2 * younger.end)));
      bytes.copy((younger.bytes = Buffer.from(room)));
    }
    younger.bytes.writeUInt32LE(length, end);
    younger.bytes.write(record, end + HEADER);
    younger.starts.set(key, end);
  }
}

/** Overhead of a record beside its characters, of two bytes each at most. */
const RECORD_BYTES = 100;

/** Overhead of a drawer beside its text and what searches derive from that. */
const DRAWER_BYTES = 1_200;
/** Bytes a character: the text itself, in one or two, and its words as numbers. */
const BYTES_A_CHARACTER = 2;

/** A drawer, and the ids of those before and after it in its document. */
type BetweenOthers = Pick<StoredDrawer, "drawer" | "before" | "after">;

/** Reads what drawers say; inside a read transaction. */
export class PassageReader {
  private readonly parts: PartStore;
  /** Whole blocks, since neighbours are often asked for together. */
  private readonly blocks = new BoundedCache<number, { readonly first: number; readonly records: readonly string[] }>(
    0,
  );
  /** Since the same drawers are found again and again. */
  private readonly drawers = new BoundedCache<number, BetweenOthers>(0);
  /** The same as text: a third of the room, nothing for the garbage collector to follow, and 4 µs to read. */
  private readonly records = new RecordRing();

  /** Keeps nothing until it is told how much. */
  constructor(parts: PartStore) {
    this.parts = parts;
  }

  /** Keeps so much from now on. */
  keepWithin(bounds: CacheBounds): void {
    this.blocks.bound = bounds.blocks;
    this.drawers.bound = bounds.drawers;
    this.records.keepWithin(bounds.records);
  }

  /** Whether single drawers are kept as objects. */
  get keepsDrawers(): boolean {
    return this.drawers.bound > 0;
  }

  /**
   * A drawer that is known to exist, the same object while it is kept. @throws LociError `INDEX_DAMAGED` when it
   * doesn't. Cost: about 35 µs, 4 µs when its record is kept, 0.1 µs when it is.
   * @param idAt the id of each drawer of the document; null before the first and behind the last
   */
  drawer(document: number, position: number, idAt: (position: number) => string | null): BetweenOthers {
    // A document's number is never given twice, and its blocks never change, so a place is good for ever.
    const key = passageKey(document, position);
    const known = this.drawers.get(key);
    if (known !== undefined) return known;
    let record = this.records.get(key);
    if (record === undefined) this.records.set(key, (record = this.recordText(document, position)));
    const drawer: Drawer = { id: idAt(position) as string, ...(JSON.parse(record) as DrawerRecord) };
    const between = { drawer, before: idAt(position - 1), after: idAt(position + 1) };
    this.drawers.set(key, between, DRAWER_BYTES + drawer.text.length * BYTES_A_CHARACTER);
    return between;
  }

  /** The record of a drawer that is known to exist. @throws LociError `INDEX_DAMAGED` when it doesn't. Cost: about 30 µs, 3 µs when kept. */
  record(document: number, position: number): DrawerRecord {
    return JSON.parse(this.recordText(document, position)) as DrawerRecord;
  }

  private recordText(document: number, position: number): string {
    const key = passageKey(document, position);
    let block = this.blocks.get(key);
    if (block === undefined) {
      const found = this.parts.readLast(key);
      const first = found === null ? -1 : found.place - passageKey(document, 0);
      if (found === null || first < 0) throw damaged("index", `document ${document} has lost its text`);
      block = { first, records: unpackPassages(found.body) };
      const bytes = block.records.reduce((sum, { length }) => sum + RECORD_BYTES + length * 2, 0);
      for (let i = 0; i < block.records.length; i++)
        this.blocks.set(found.place + i, block, bytes / block.records.length);
    }
    const record = block.records[position - block.first];
    if (record === undefined) throw damaged("index", `document ${document} has lost drawer ${position}`);
    return record;
  }
}

/** A drawer without its id, as it is stored. Frozen: a new field may be absent. */
export type DrawerRecord = Omit<Drawer, "id">;

/** Drawers of one document that are compressed together: a line of JSON each. */
export interface PassageBlock {
  /** Place of the first in the document. */
  readonly first: number;
  readonly body: Uint8Array;
}

/** Characters of JSON in a block, about. Larger blocks compress better, but a hit unpacks a whole one. */
const BLOCK_CHARACTERS = 6_000;

/** What nearly every record holds, so that the first of a block needn't spell it out. Part of the format. */
const USUAL = Buffer.from(
  `{"text":"","caption":null,"heading":"","headingLevel":2,"breadcrumb":["","names":["","elementType":"paragraph","span":{"start":0,"end":0},` +
    `"lines":{"start":1,"end":1},"pages":null,"message":{"chat":"","session":"","ids":[""],"role":"user","author":null,"time":""},` +
    `"placement":{"wing":{"value":"","by":"source","confidence":1},"hall":{"value":null,"by":"rules","confidence":0},` +
    `"room":{"value":"","by":"heading","confidence":1},"topicalHalls":[]},"date":{"value":"2025-","by":"message"}}\n`,
);

/**
 * The fastest level (5 takes twice as long for a ratio of .420 in place of .439), with a window of a block and tables to match: to get 256 KB
 * for each block took a fifth of its time.
 */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 6, dictionary: USUAL };

/** Initial size of the output buffer, bytes; few blocks shrink to less than a fourth. */
const MIN_PIECE = 1024;
const USUAL_RATIO = 6;

/** JSON keeps every string exactly, lone surrogates too, which UTF-8 can't. */
export function packPassages(drawers: readonly Drawer[]): readonly PassageBlock[] {
  const blocks: PassageBlock[] = [];
  let records: string[] = [];
  let first = 0;
  let size = 0;
  const end = (next: number): void => {
    // A copy: what zlib gives is a view of 16 kB, of which a tenth is used.
    if (records.length > 0) blocks.push({ first, body: new Uint8Array(deflateRawSync(records.join("\n"), DEFLATE)) });
    [records, first, size] = [[], next, 0];
  };
  drawers.forEach(({ id: _, ...drawer }, i) => {
    const record = JSON.stringify(drawer satisfies DrawerRecord);
    if (size + record.length > BLOCK_CHARACTERS) end(i);
    records.push(record);
    size += record.length;
  });
  end(drawers.length);
  return blocks;
}

/** The records of a block as JSON, in order; they share their memory. */
function unpackPassages(body: Uint8Array): readonly string[] {
  // By default the driver takes 16 KiB each time, and what it took is given back late.
  const chunkSize = Math.max(MIN_PIECE, body.length * USUAL_RATIO);
  return inflateRawSync(body, { chunkSize, dictionary: USUAL }).toString().split("\n");
}
