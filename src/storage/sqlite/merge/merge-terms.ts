import { ONCE, WIDE, writePosting } from "../codec/postings.ts";
import { ByteReader, ByteWriter } from "../codec/bytes.ts";
import { TermCursor, TermPageWriter, type TermEntry, type TermPages } from "../codec/term-pages.ts";
import type { MergeInput } from "./merge-columns.ts";

/** The terms of one input, one after the other, a page in memory at a time. */
class TermStream {
  readonly input: MergeInput;
  /** Hash of the term that `cursor` stands at; Infinity behind the last one. */
  hash = 0;
  cursor = new TermCursor(new Uint8Array(0));
  private page = 0;

  constructor(input: MergeInput) {
    this.input = input;
    this.next();
  }

  next(): void {
    while (!this.cursor.next()) {
      if (this.page === this.input.segment.firstHashes().length) {
        this.hash = Number.POSITIVE_INFINITY;
        return;
      }
      this.cursor = new TermCursor(this.input.segment.termPage(this.page++));
    }
    this.hash = this.cursor.hash;
  }

  /** Order of the terms that two streams stand at, as in the pages. */
  compare(other: TermStream): number {
    if (this.hash !== other.hash) return this.hash < other.hash ? -1 : 1;
    if (this.hash === Number.POSITIVE_INFINITY) return 0;
    const { bytes, nameStart, nameEnd } = this.cursor;
    return Buffer.compare(
      bytes.subarray(nameStart, nameEnd),
      other.cursor.bytes.subarray(other.cursor.nameStart, other.cursor.nameEnd),
    );
  }
}

/** A list being joined from several. */
class JoinedList {
  readonly body = new ByteWriter(4096);
  count = 0;
  first = 0;
  last = 0;

  clear(): void {
    this.body.clear();
    this.count = 0;
    this.first = 0;
    this.last = 0;
  }

  /** Appends a list as it is, moved up by `base`: only its first step changes. */
  copy(bytes: Uint8Array, entry: TermEntry, base: number): void {
    const reader = new ByteReader(bytes, entry.start);
    const head = reader.number();
    const first = base + (head >>> 1);
    if (this.count === 0) this.first = first;
    this.body.number(((first - this.last) << 1) | (head & 1));
    this.body.run(bytes, reader.at, entry.end);
    this.last = first + entry.span;
    this.count += entry.count;
  }

  /** Appends the postings of a list that are not deleted. */
  rewrite(bytes: Uint8Array, entry: TermEntry, base: number, dead: Uint8Array, rank: Uint32Array): void {
    const reader = new ByteReader(bytes, entry.start);
    let old = 0;
    for (let i = 0; i < entry.count; i++) {
      const head = reader.number();
      old += head >>> 1;
      const code = (head & 1) === 1 ? reader.byte() : ONCE;
      const heading = code === WIDE ? reader.number() : 0;
      const content = code === WIDE ? reader.number() : 0;
      const breadcrumb = code === WIDE ? reader.number() : 0;
      if (dead[old] === 1) continue;
      const ordinal = base + (rank[old] as number);
      if (this.count === 0) this.first = ordinal;
      writePosting(this.body, ordinal - this.last, code, heading, content, breadcrumb);
      this.last = ordinal;
      this.count++;
    }
  }
}

/**
 * Joins the postings of segments, in the order given. No text is cut again; lists of inputs without deletions are copied as bytes,
 * with only their first step written anew. Cost: linear in the bytes of the postings.
 */
export function mergeTerms(inputs: readonly MergeInput[]): TermPages {
  const writer = new TermPageWriter();
  const streams = inputs.map((input) => new TermStream(input));
  const joined = new JoinedList();
  for (;;) {
    let least = streams[0] as TermStream;
    for (const stream of streams)
      if (stream.hash < least.hash || (stream.hash === least.hash && stream.compare(least) < 0)) least = stream;
    const { hash } = least;
    if (hash === Number.POSITIVE_INFINITY) return writer.finish();
    const name = least.cursor.bytes.subarray(least.cursor.nameStart, least.cursor.nameEnd);
    joined.clear();
    for (const stream of streams) {
      if (stream.hash !== hash || !stream.cursor.is(name)) continue;
      const { base, dead, rank } = stream.input;
      if (dead === null || rank === null) joined.copy(stream.cursor.bytes, stream.cursor, base);
      else joined.rewrite(stream.cursor.bytes, stream.cursor, base, dead, rank);
      stream.next();
    }
    if (joined.count > 0) writer.add(hash, name, joined.count, joined.last - joined.first, joined.body.view());
  }
}
