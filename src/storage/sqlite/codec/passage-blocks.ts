import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Drawer } from "../../../model/drawer.ts";

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
    records = [];
    first = next;
    size = 0;
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
export function unpackPassages(body: Uint8Array): readonly string[] {
  // By default the driver takes 16 KiB each time, and what it took is given back late.
  const chunkSize = Math.max(MIN_PIECE, body.length * USUAL_RATIO);
  return inflateRawSync(body, { chunkSize, dictionary: USUAL }).toString().split("\n");
}
