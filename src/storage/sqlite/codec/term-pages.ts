import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { skipPosting } from "./postings.ts";

/** The postings of all terms of a segment, cut into pages. */
export interface TermPages {
  /** Ascending by code unit. */
  readonly firstTerms: readonly string[];
  readonly pages: readonly Uint8Array[];
}

/** A term's postings as they stand in a page. */
export interface TermEntry {
  /** Drawers that hold the term, deleted ones included. > 0. */
  readonly count: number;
  /** First and last ordinal; equal when `count` is 1. The first is also the first number of the body. */
  readonly span: number;
  /** The body: `bytes[start … end − 1]`. */
  readonly start: number;
  readonly end: number;
}

/**
 * Bytes of a page, about: small enough that finding a term in it takes microseconds, large enough that a row's overhead and the
 * list of first terms (which is kept in memory) stay below a hundredth.
 */
const PAGE_BYTES = 6 * 1024;

/**
 * Writes terms with their postings, in ascending order of terms, into pages.
 *
 * A page is a run of entries: bytes shared with the term before, bytes of its own, these; number of drawers; when more than one,
 * last ordinal − first ordinal and length of the body; the body. The last ordinal stands there so that lists can be joined without decoding them.
 */
export class TermPageWriter {
  private readonly firstTerms: string[] = [];
  private readonly pages: Uint8Array[] = [];
  private readonly out = new ByteWriter(PAGE_BYTES * 2);
  private before: Uint8Array = new Uint8Array(0);

  add(term: string, count: number, span: number, body: Uint8Array): void {
    const name = Buffer.from(term);
    const { out } = this;
    if (out.length > 0 && out.length + body.length > PAGE_BYTES) this.endPage();
    if (out.length === 0) this.firstTerms.push(term);
    const before = this.before;
    const most = Math.min(before.length, name.length);
    let shared = 0;
    while (shared < most && before[shared] === name[shared]) shared++;
    out.number(shared);
    out.number(name.length - shared);
    out.run(name, shared);
    out.number(count);
    if (count > 1) {
      out.number(span);
      out.number(body.length);
    }
    out.run(body);
    this.before = name;
  }

  finish(): TermPages {
    if (this.out.length > 0) this.endPage();
    return { firstTerms: this.firstTerms, pages: this.pages };
  }

  private endPage(): void {
    this.pages.push(this.out.copy());
    this.out.clear();
    this.before = new Uint8Array(0);
  }
}

/** Index of the page that would hold `term`, −1 when it comes before all. */
export function pageOf(firstTerms: readonly string[], term: string): number {
  let low = 0;
  let high = firstTerms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firstTerms[middle] as string) <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Reads the rest of an entry whose name was just read; leaves the reader behind the body. */
function readEntry(reader: ByteReader): TermEntry {
  const count = reader.number();
  if (count > 1) {
    const span = reader.number();
    const length = reader.number();
    const start = reader.at;
    reader.at += length;
    return { count, span, start, end: reader.at };
  }
  const start = reader.at;
  skipPosting(reader);
  return { count, span: 0, start, end: reader.at };
}

/** A term's entry in a page, or null. Cost: linear in the page's entries. */
export function findTerm(page: Uint8Array, term: string): TermEntry | null {
  const name = Buffer.from(term);
  const reader = new ByteReader(page);
  // Leading bytes of `name` that the entry before has too: an entry that shares more than that with it differs where it did.
  let agreed = 0;
  while (reader.at < page.length) {
    const shared = reader.number();
    const own = reader.number();
    const at = reader.at;
    reader.at += own;
    if (shared <= agreed) {
      let same = 0;
      while (same < own && shared + same < name.length && page[at + same] === name[shared + same]) same++;
      agreed = shared + same;
      if (same === own && agreed === name.length) return readEntry(reader);
    }
    const count = reader.number();
    if (count > 1) {
      reader.number();
      const length = reader.number();
      reader.at += length;
    } else skipPosting(reader);
  }
  return null;
}

/** Calls `visit` with each term of a page, in order. */
export function visitTerms(page: Uint8Array, visit: (term: string, entry: TermEntry) => void): void {
  const reader = new ByteReader(page);
  let name = Buffer.alloc(0);
  while (reader.at < page.length) {
    const shared = reader.number();
    const own = reader.number();
    name = Buffer.concat([name.subarray(0, shared), page.subarray(reader.at, reader.at + own)]);
    reader.at += own;
    visit(name.toString(), readEntry(reader));
  }
}
