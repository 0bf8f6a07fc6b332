import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Drawer } from "../../../model/drawer.ts";
import { toRecord } from "./drawer-record.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * The items of a JSON array as they stand in it: who needs one of them needn't parse them all. Slices, so the whole text lives as long as
 * one of them.
 *
 * @param json an array as `JSON.stringify` writes it: without white space between values
 * @example jsonItems('["a,b",[1,2]]') // ['"a,b"', "[1,2]"]
 * Cost: a look at what stands outside of strings.
 */
export function jsonItems(json: string): readonly string[] {
  const items: string[] = [];
  const last = json.length - 1;
  let depth = 0;
  let start = 1;
  for (let i = 1; i < last; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) i = closingQuote(json, i);
    else if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) depth--;
    else if (unit === COMMA && depth === 0) {
      items.push(json.slice(start, i));
      start = i + 1;
    }
  }
  if (start < last) items.push(json.slice(start, last));
  return items;
}

/** Where the string that opens at `open` ends; the end of the text when it doesn't. */
function closingQuote(json: string, open: number): number {
  for (let at = json.indexOf('"', open + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/** Drawers of one document that are compressed together. */
export interface PassageBlock {
  /** Place of the first in the document. */
  readonly first: number;
  readonly body: Uint8Array;
}

/**
 * Characters of JSON in a block, about. Larger blocks compress better (ratio .48 at 1,500 bytes of markdown, .43 at 4,096, .39 at
 * 8,192), but a hit unpacks a whole one (12, 18, 30 µs).
 */
const BLOCK_CHARACTERS = 4096;

/**
 * The fastest level (5 takes twice as long for a ratio of .420 in place of .439), with a window of a block and tables to match: to get 256 KB
 * for each block took a fifth of its time.
 */
const DEFLATE = { level: 1, windowBits: 12, memLevel: 6 };

/** Initial size of the output buffer, bytes; few blocks shrink to less than a fourth. */
const MIN_PIECE = 1024;
const USUAL_RATIO = 4;

/** JSON keeps every string exactly, lone surrogates too, which UTF-8 can't. */
export function packPassages(drawers: readonly Drawer[]): readonly PassageBlock[] {
  const blocks: PassageBlock[] = [];
  let records: string[] = [];
  let first = 0;
  let size = 0;
  const end = (next: number): void => {
    // A copy: what zlib gives is a view of 16 kB, of which a tenth is used.
    if (records.length > 0)
      blocks.push({ first, body: new Uint8Array(deflateRawSync(`[${records.join(",")}]`, DEFLATE)) });
    records = [];
    first = next;
    size = 0;
  };
  drawers.forEach((drawer, i) => {
    const record = JSON.stringify(toRecord(drawer));
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
  return jsonItems(inflateRawSync(body, { chunkSize: Math.max(MIN_PIECE, body.length * USUAL_RATIO) }).toString());
}
