import { ByteReader } from "../codec/byte-reader.ts";
import { ByteWriter } from "../codec/byte-writer.ts";
import { ONCE, WIDE } from "../codec/field-counts.ts";
import { readPostings, writePosting } from "../codec/postings.ts";
import { TermPageWriter, visitTerms, type TermEntry, type TermPages } from "../codec/term-pages.ts";
import type { MergeInput } from "./merge-input.ts";

/** The terms of one input, one after the other, a page in memory at a time. */
class TermStream {
  readonly input: MergeInput;
  term = "";
  entry: TermEntry | null = null;
  bytes: Uint8Array = new Uint8Array(0);
  private page = 0;
  private at = 0;
  private terms: { readonly term: string; readonly entry: TermEntry }[] = [];

  constructor(input: MergeInput) {
    this.input = input;
    this.next();
  }

  next(): void {
    while (this.at === this.terms.length) {
      if (this.page === this.input.segment.firstTerms().length) {
        this.entry = null;
        return;
      }
      this.bytes = this.input.segment.termPage(this.page++);
      this.terms = [];
      this.at = 0;
      visitTerms(this.bytes, (term, entry) => this.terms.push({ term, entry }));
    }
    const { term, entry } = this.terms[this.at++] as { term: string; entry: TermEntry };
    this.term = term;
    this.entry = entry;
  }
}

/**
 * Joins the postings of segments, in the order given. No text is cut again; lists of inputs without deletions are copied as bytes,
 * with only their first step written anew. Cost: linear in the bytes of the postings.
 */
export function mergeTerms(inputs: readonly MergeInput[]): TermPages {
  const writer = new TermPageWriter();
  const streams = inputs.map((input) => new TermStream(input));
  const body = new ByteWriter(4096);
  for (;;) {
    let least: string | null = null;
    for (const { entry, term } of streams) if (entry !== null && (least === null || term < least)) least = term;
    if (least === null) return writer.finish();
    body.clear();
    let count = 0;
    let first = 0;
    let last = 0;
    for (const stream of streams) {
      const { entry, input } = stream;
      if (entry === null || stream.term !== least) continue;
      const joined = input.dead === null ? copyList(body, stream.bytes, entry, input.base, last) : rewriteList(body, stream.bytes, entry, input, last);
      if (joined !== null) {
        if (count === 0) first = joined.first;
        last = joined.last;
        count += joined.count;
      }
      stream.next();
    }
    if (count > 0) writer.add(least, count, last - first, body.view());
  }
}

/** What was appended: its first and last ordinal, and how many. */
interface Joined {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

function copyList(body: ByteWriter, bytes: Uint8Array, entry: TermEntry, base: number, before: number): Joined {
  const reader = new ByteReader(bytes, entry.start);
  const head = reader.number();
  const first = base + (head >>> 1);
  body.number(((first - before) << 1) | (head & 1));
  body.run(bytes, reader.at, entry.end);
  return { first, last: first + entry.span, count: entry.count };
}

function rewriteList(body: ByteWriter, bytes: Uint8Array, entry: TermEntry, input: MergeInput, before: number): Joined | null {
  const { ordinals, codes, wide } = readPostings(bytes, entry.start, entry.count, input.dead);
  const rank = input.rank as Uint32Array;
  let first = 0;
  let last = before;
  ordinals.forEach((old, i) => {
    const ordinal = input.base + (rank[old] as number);
    if (i === 0) first = ordinal;
    const code = codes[i] as number;
    writePosting(body, ordinal - last, code, code === WIDE ? (wide?.get(i) ?? NO_COUNTS) : NO_COUNTS);
    last = ordinal;
  });
  return ordinals.length === 0 ? null : { first, last, count: ordinals.length };
}

const NO_COUNTS = { heading: 0, content: ONCE, breadcrumb: 0 } as const;
