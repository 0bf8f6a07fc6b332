import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { deflateSync, inflateSync } from "node:zlib";
import { type LinePlaces, type PlacedLine, placedLines } from "../../model/line-places.ts";
import type { Block, DocumentMetadata, ParsedDocument, Section } from "../../model/section.ts";
import type { Span } from "../../model/span.ts";

/** The first bytes of every file; the figure rises with its form. */
const MAGIC = "LOCIPRS1";
const HEAD_BYTES = MAGIC.length + 4;
/** Characters of a block of text; a passage needs one or two blocks. */
const BLOCK_CHARACTERS = 65_536;
/** Lines of a block of places. */
const BLOCK_LINES = 2_048;
/** The fastest: three quarters of what the best would save, at an eighth of its time. */
const LEVEL = 1;
/** Maximum unpacked size of a block: others may have written to the folder. */
const MAX_UNPACKED = 512 * 1024 * 1024;
const KINDS: readonly Block["kind"][] = ["paragraph", "fence", "table", "row", "list", "heading", "other"];

/** What stands first in a file: how the rest is cut. Lengths of parts in bytes, in the order of the file. */
interface Header {
  readonly rules: string;
  readonly characters: number;
  readonly sections: number;
  /** Characters and bytes of each block. */
  readonly text: readonly (readonly [number, number])[];
  /** First offset, lines and bytes of each block; null where the document has no places. */
  readonly places: {
    readonly sizes: number;
    readonly lines: readonly (readonly [number, number, number])[];
  } | null;
}

/** Sections as they are written: blocks as kind, distance from the block before, length. */
interface Outline {
  readonly metadata: DocumentMetadata;
  readonly verbatim: ParsedDocument["verbatim"];
  readonly pageStarts: readonly number[] | null;
  readonly sections: readonly (Omit<Section, "blocks"> & { readonly blocks: readonly number[] })[];
}

/**
 * A parsed document as the bytes of a file: a header, its sections, its text and the places of its lines, each compressed by itself (zlib, so that
 * every part carries its checksum), text and places in blocks.
 *
 * @param rules what the parsed document depends on beside the bytes of its file
 * @returns null for a text that UTF-8 can't hold
 */
export function packParsed(document: ParsedDocument, rules: string): Uint8Array | null {
  if (!document.text.isWellFormed()) return null;
  const sections = packed(JSON.stringify(outlineOf(document)));
  const text = cutText(document.text).map((piece) => ({ characters: piece.length, bytes: packed(piece) }));
  const { places } = document;
  const sizes = places === undefined ? null : packedNumbers([places.sizes]);
  const lines = places === undefined ? [] : linesOf(places);
  const header: Header = {
    rules,
    characters: document.text.length,
    sections: sections.length,
    text: text.map(({ characters, bytes }) => [characters, bytes.length]),
    places:
      sizes === null
        ? null
        : { sizes: sizes.length, lines: lines.map(({ first, count, bytes }) => [first, count, bytes.length]) },
  };
  const head = packed(JSON.stringify(header));
  const start = Buffer.alloc(HEAD_BYTES);
  start.write(MAGIC, "latin1");
  start.writeUInt32LE(head.length, MAGIC.length);
  return Buffer.concat([
    start,
    head,
    sections,
    ...text.map(({ bytes }) => bytes),
    ...(sizes === null ? [] : [sizes]),
    ...lines.map(({ bytes }) => bytes),
  ]);
}

/** A file of `packParsed`, open for reading: what is asked for is read and unpacked, nothing else. Whoever opens it closes it. */
export class ParsedFile {
  readonly #file: number;
  readonly #header: Header;
  /** Where the parts begin that follow the header. */
  readonly #start: number;

  private constructor(file: number, header: Header, start: number) {
    this.#file = file;
    this.#header = header;
    this.#start = start;
  }

  /**
   * @returns null for a file of other rules
   * @throws Error for one that isn't there, or isn't as it was written
   */
  static open(path: string, rules: string): ParsedFile | null {
    const file = openSync(path, "r");
    try {
      const start = bytesAt(file, 0, HEAD_BYTES);
      if (start.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error("it is no parsed document");
      const length = start.readUInt32LE(MAGIC.length);
      if (length > fstatSync(file).size) throw new Error("it ends too early");
      const header = JSON.parse(unpacked(bytesAt(file, HEAD_BYTES, length)).toString("utf8")) as Header;
      if (header.rules === rules) return new ParsedFile(file, header, HEAD_BYTES + length);
      closeSync(file);
      return null;
    } catch (thrown) {
      closeSync(file);
      throw thrown;
    }
  }

  /** A piece of the text. Cost: the blocks that hold it, 64 K characters each, some 0.3 ms. */
  text({ start, end }: Span): string {
    let at = this.#start + this.#header.sections;
    let offset = 0;
    let text = "";
    for (const [characters, bytes] of this.#header.text) {
      if (offset < end && offset + characters > start)
        text += unpacked(bytesAt(this.#file, at, bytes))
          .toString("utf8")
          .slice(Math.max(0, start - offset), end - offset);
      offset += characters;
      at += bytes;
    }
    return text;
  }

  /** Where a piece of the text stands on its pages; null for a document without pages. Cost: as `text`. */
  lines(span: Span): readonly PlacedLine[] | null {
    const all = this.#header.places;
    if (all === null) return null;
    const found: PlacedLine[] = [];
    for (const [i, [first]] of all.lines.entries()) {
      const end = all.lines[i + 1]?.[0] ?? this.#header.characters;
      if (first < span.end && end > span.start) found.push(...placedLines(this.#places(i, i + 1), span, end));
    }
    return found;
  }

  /** All of it. Cost: some 5 ms a megabyte of text. */
  document(): ParsedDocument {
    const outline = JSON.parse(
      unpacked(bytesAt(this.#file, this.#start, this.#header.sections)).toString("utf8"),
    ) as Outline;
    return {
      text: this.text({ start: 0, end: this.#header.characters }),
      sections: outline.sections.map((section) => ({ ...section, blocks: blocksOf(section.blocks) })),
      metadata: outline.metadata,
      verbatim: outline.verbatim,
      ...(outline.pageStarts !== null && { pageStarts: outline.pageStarts }),
      ...(this.#header.places !== null && { places: this.#places(0, this.#header.places.lines.length) }),
    };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The places of some blocks as one. */
  #places(from: number, to: number): LinePlaces {
    const { text, sections, places } = this.#header as Header & { places: NonNullable<Header["places"]> };
    let at = this.#start + sections + text.reduce((sum, [, bytes]) => sum + bytes, 0);
    const sizes = numbers(bytesAt(this.#file, at, places.sizes));
    at += places.sizes;
    const rows = places.lines.slice(from, to).reduce((sum, [, count]) => sum + count, 0);
    const read = {
      starts: new Int32Array(rows),
      pages: new Int32Array(rows),
      boxes: new Int32Array(4 * rows),
      sizes,
    };
    let row = 0;
    for (const [i, [, count, bytes]] of places.lines.entries()) {
      if (i >= from && i < to) {
        const columns = numbers(bytesAt(this.#file, at, bytes));
        read.starts.set(summed(columns.subarray(0, count)), row);
        read.pages.set(summed(columns.subarray(count, 2 * count)), row);
        for (let side = 0; side < 4; side++) {
          const column = summed(columns.subarray((2 + side) * count, (3 + side) * count));
          for (let k = 0; k < count; k++) read.boxes[4 * (row + k) + side] = column[k] as number;
        }
        row += count;
      }
      at += bytes;
    }
    return read;
  }
}

function outlineOf({ sections, metadata, verbatim, pageStarts }: ParsedDocument): Outline {
  return {
    metadata,
    verbatim,
    pageStarts: pageStarts ?? null,
    sections: sections.map((section) => {
      let last = section.span.start;
      const blocks = section.blocks.flatMap(({ kind, span }) => {
        const distance = span.start - last;
        last = span.end;
        return [KINDS.indexOf(kind), distance, span.end - span.start];
      });
      return { ...section, blocks: [section.span.start, ...blocks] };
    }),
  };
}

function blocksOf([start = 0, ...written]: readonly number[]): readonly Block[] {
  const blocks: Block[] = [];
  let last = start;
  for (let i = 0; i < written.length; i += 3) {
    const [kind, distance, length] = written.slice(i, i + 3) as [number, number, number];
    const span = { start: last + distance, end: last + distance + length };
    blocks.push({ kind: KINDS[kind] as Block["kind"], span });
    last = span.end;
  }
  return blocks;
}

/** Pieces of a text; no sign of two units is cut through. */
function cutText(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + BLOCK_CHARACTERS);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Blocks of lines: columns one after the other, each figure as its difference from the one before. */
function linesOf({ starts, pages, boxes }: LinePlaces) {
  const blocks: { readonly first: number; readonly count: number; readonly bytes: Uint8Array }[] = [];
  for (let from = 0; from < starts.length; from += BLOCK_LINES) {
    const count = Math.min(BLOCK_LINES, starts.length - from);
    const column = (side: number): Int32Array =>
      Int32Array.from({ length: count }, (_, k) => boxes[4 * (from + k) + side] as number);
    const columns = [
      starts.subarray(from, from + count),
      pages.subarray(from, from + count),
      ...[0, 1, 2, 3].map(column),
    ];
    blocks.push({ first: starts[from] as number, count, bytes: packedNumbers(columns.map(differences)) });
  }
  return blocks;
}

function differences(values: Int32Array): Int32Array {
  return values.map((value, i) => value - (i === 0 ? 0 : (values[i - 1] as number)));
}

function summed(values: Int32Array): Int32Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function packedNumbers(columns: readonly Int32Array[]): Uint8Array {
  const all = Buffer.alloc(4 * columns.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const column of columns) for (const value of column) at = all.writeInt32LE(value, at);
  return deflateSync(all, { level: LEVEL });
}

function numbers(bytes: Uint8Array): Int32Array {
  const raw = unpacked(bytes);
  return Int32Array.from({ length: raw.length / 4 }, (_, i) => raw.readInt32LE(4 * i));
}

function packed(text: string): Uint8Array {
  return deflateSync(text, { level: LEVEL });
}

function unpacked(bytes: Uint8Array): Buffer {
  return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED });
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Error("it ends too early");
  return bytes;
}
