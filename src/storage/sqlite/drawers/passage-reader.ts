import type { Drawer } from "../../../model/drawer.ts";
import { type DrawerRecord, fromRecord } from "../codec/drawer-record.ts";
import { unpackPassages } from "../codec/passage-blocks.ts";
import type { CacheBounds } from "../cache-bounds.ts";
import { damaged } from "../database/storage-error.ts";
import { GenerationCache } from "../generation-cache.ts";
import type { PartStore } from "../segment/part-store.ts";
import { passagePlace } from "./passage-place.ts";
import { RecordRing } from "./record-ring.ts";

interface Block {
  readonly first: number;
  /** As JSON. */
  readonly records: readonly string[];
}

/** What a record takes beside its characters, of two bytes each at most. */
const RECORD_BYTES = 100;

/** What a drawer takes beside its text, and beside what is worked out of that for each search that finds it. */
const DRAWER_BYTES = 1_200;
/** The text itself, in one byte or two a character, and its words as numbers. */
const BYTES_A_CHARACTER = 2;

/** Reads what drawers say; inside a read transaction. */
export class PassageReader {
  private readonly parts: PartStore;
  /** Whole blocks, since neighbours are often asked for together. */
  private readonly blocks = new GenerationCache<number, Block>(0);
  /** Since the same drawers are found again and again. */
  private readonly drawers = new GenerationCache<number, Drawer>(0);
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

  /** A drawer that is known to exist, the same object while it is kept. @throws LociError `INDEX_DAMAGED` when it doesn't. Cost: about 35 µs, 4 µs when its record is kept, 0.1 µs when it is. */
  drawer(id: string, document: number, position: number): Drawer {
    // A document's number is never given twice, and its blocks never change, so a place is good for ever.
    const place = passagePlace(document, position);
    const known = this.drawers.get(place);
    if (known !== undefined) return known;
    let record = this.records.get(place);
    if (record === undefined) this.records.set(place, (record = this.recordText(document, position)));
    const drawer = fromRecord(id, JSON.parse(record) as DrawerRecord);
    this.drawers.set(place, drawer, DRAWER_BYTES + drawer.text.length * BYTES_A_CHARACTER);
    return drawer;
  }

  /** The record of a drawer that is known to exist. @throws LociError `INDEX_DAMAGED` when it doesn't. Cost: about 30 µs, 3 µs when kept. */
  record(document: number, position: number): DrawerRecord {
    return JSON.parse(this.recordText(document, position)) as DrawerRecord;
  }

  private recordText(document: number, position: number): string {
    const place = passagePlace(document, position);
    let block = this.blocks.get(place);
    if (block === undefined) {
      const found = this.parts.readLast(place);
      const first = found === null ? -1 : found.place - passagePlace(document, 0);
      if (found === null || first < 0) throw damaged("index", `document ${document} has lost its text`);
      block = { first, records: unpackPassages(found.body) };
      const bytes = block.records.reduce((sum, { length }) => sum + RECORD_BYTES + length * 2, 0);
      for (let i = 0; i < block.records.length; i++) this.blocks.set(found.place + i, block, bytes / block.records.length);
    }
    const record = block.records[position - block.first];
    if (record === undefined) throw damaged("index", `document ${document} has lost drawer ${position}`);
    return record;
  }
}
