import { ByteReader, ByteWriter, lastAtMost } from "./bytes.ts";
import { skipPosting } from "./postings.ts";

/** The postings of all terms of a segment, in order of the terms' hashes (equal ones: of their bytes), cut into pages. */
export interface TermPages {
  /** Hash of the first term of each page. Terms of one hash never stand in two pages. */
  readonly firstHashes: Uint32Array;
  readonly pages: readonly Uint8Array[];
}

export interface TermEntry {
  /** Drawers that hold the term, deleted ones included. > 0. */
  readonly count: number;
  /** Last ordinal − first ordinal. The first ordinal is the first number of the body. */
  readonly span: number;
  /** The body: `bytes[start … end − 1]`. */
  readonly start: number;
  readonly end: number;
}

/**
 * Bytes of a page at most, about. A question asked for the first time reads a page for each term and segment: at 8,000 bytes that takes 20 µs
 * (read, checksum, half a page looked through), at 2,000 some 6, at 1,000 no less over all. The rows' overhead is half a hundredth.
 */
const PAGE_BYTES = 2000;

/**
 * Writes terms with their postings, in ascending order, into pages.
 *
 * A page is a run of entries: length of the name, the name in UTF-8; number of drawers; when more than one, last ordinal − first
 * ordinal and length of the body; the body. The last ordinal stands there so that lists can be joined without decoding them.
 */
export class TermPageWriter {
  private readonly firstHashes: number[] = [];
  private readonly pages: Uint8Array[] = [];
  private readonly out = new ByteWriter(PAGE_BYTES * 2);
  private lastHash = -1;

  add(hash: number, name: Uint8Array, count: number, span: number, body: Uint8Array): void {
    const { out } = this;
    if (out.length > 0 && out.length + body.length > PAGE_BYTES && hash !== this.lastHash) this.endPage();
    if (out.length === 0) this.firstHashes.push(hash);
    this.lastHash = hash;
    out.number(name.length);
    out.run(name);
    out.number(count);
    if (count > 1) {
      out.number(span);
      out.number(body.length);
    }
    out.run(body);
  }

  finish(): TermPages {
    if (this.out.length > 0) this.endPage();
    return { firstHashes: Uint32Array.from(this.firstHashes), pages: this.pages };
  }

  private endPage(): void {
    this.pages.push(this.out.copy());
    this.out.clear();
  }
}

/** Walks over the entries of a page. Fields hold for the entry that the last `next` moved to. */
export class TermCursor {
  readonly bytes: Uint8Array;
  nameStart = 0;
  nameEnd = 0;
  count = 0;
  span = 0;
  start = 0;
  end = 0;
  private readonly reader: ByteReader;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.reader = new ByteReader(bytes);
  }

  /** Moves to the next entry; false behind the last one. */
  next(): boolean {
    const { reader } = this;
    if (reader.at >= this.bytes.length) return false;
    const length = reader.number();
    this.nameStart = reader.at;
    this.nameEnd = reader.at + length;
    reader.at = this.nameEnd;
    this.count = reader.number();
    if (this.count > 1) {
      this.span = reader.number();
      const size = reader.number();
      this.start = reader.at;
      reader.at += size;
    } else {
      this.span = 0;
      this.start = reader.at;
      skipPosting(reader);
    }
    this.end = reader.at;
    return true;
  }

  get hash(): number {
    return termHash(this.bytes, this.nameStart, this.nameEnd);
  }

  is(name: Uint8Array): boolean {
    if (name.length !== this.nameEnd - this.nameStart) return false;
    for (let i = 0; i < name.length; i++) if (this.bytes[this.nameStart + i] !== name[i]) return false;
    return true;
  }
}

/** A term's entry in the page that would hold it, or null. Cost: linear in the page's entries; where its name stands nowhere, one look at the bytes. */
export function findTerm(page: Uint8Array, term: string): TermEntry | null {
  const name = Buffer.from(term);
  if (!Buffer.from(page.buffer, page.byteOffset, page.length).includes(name)) return null;
  const cursor = new TermCursor(page);
  while (cursor.next()) {
    if (cursor.is(name)) return { count: cursor.count, span: cursor.span, start: cursor.start, end: cursor.end };
  }
  return null;
}

/** Index of the page that would hold `term`, −1 when it comes before all. */
export const pageOfTerm = (firstHashes: Uint32Array, term: string): number => lastAtMost(firstHashes, termHashOf(term));

/**
 * FNV-1a over a term's UTF-8 bytes, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv). Terms are kept in order of it: comparing
 * numbers is cheaper than comparing words, and nothing needs the order of the alphabet. On disk: never change it.
 */
function termHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash >>> 0;
}

/** The hash of a string's UTF-8 bytes. */
export function termHashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code > 127) {
      const bytes = Buffer.from(term);
      return termHash(bytes, 0, bytes.length);
    }
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}
