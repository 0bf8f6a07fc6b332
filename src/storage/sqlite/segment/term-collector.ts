import { ByteWriter } from "../codec/bytes.ts";
import { type FieldCounts, packCounts, writePosting } from "../codec/postings.ts";
import { termHashOf, TermPageWriter, type TermPages } from "../codec/term-pages.ts";

/** Numbers that may become more: a typed array and how much of it is used. */
class NumberList {
  items: Uint32Array;
  length = 0;

  constructor(capacity: number) {
    this.items = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      // Moved rather than copied, so that what was is free at once.
      this.items = new Uint32Array((this.items.buffer as ArrayBuffer).transfer(this.items.byteLength * 2));
    }
    this.items[this.length++] = value;
  }
}

/**
 * Collects the terms of drawers, given in ascending order, into postings. One row a drawer and distinct term is kept in flat arrays,
 * 20 bytes each; they are sorted by term at the end by counting, so nothing is made for a term but its entry in a map.
 */
export class TermCollector {
  private readonly numbers = new Map<string, number>();
  /** By term: the drawer that it was last seen in + 1, and the row of that. */
  private readonly seen = new NumberList(4096);
  private readonly rowOf = new NumberList(4096);
  /** By row. */
  private readonly term = new NumberList(16_384);
  private readonly drawer = new NumberList(16_384);
  private readonly heading = new NumberList(16_384);
  private readonly content = new NumberList(16_384);
  private readonly breadcrumb = new NumberList(16_384);

  /** Counts `terms` of one searched text of drawer `ordinal`. */
  add(ordinal: number, field: keyof FieldCounts, terms: readonly string[]): void {
    const { numbers, seen, rowOf } = this;
    const counts = this[field];
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as string;
      let number = numbers.get(term);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(term, number);
        seen.push(0);
        rowOf.push(0);
      }
      if (seen.items[number] !== ordinal + 1) {
        seen.items[number] = ordinal + 1;
        rowOf.items[number] = this.term.length;
        this.term.push(number);
        this.drawer.push(ordinal);
        this.heading.push(0);
        this.content.push(0);
        this.breadcrumb.push(0);
      }
      const row = rowOf.items[number] as number;
      counts.items[row] = (counts.items[row] as number) + 1;
    }
  }

  finish(): TermPages {
    const names = [...this.numbers.keys()];
    const { rows, ends } = this.rowsByTerm(names.length);
    const writer = new TermPageWriter();
    const body = new ByteWriter(4096);
    const { order, hashes } = inOrder(names);
    for (const number of order) {
      body.clear();
      const from = number === 0 ? 0 : (ends[number - 1] as number);
      const to = ends[number] as number;
      let last = 0;
      for (let i = from; i < to; i++) {
        const row = rows[i] as number;
        const ordinal = this.drawer.items[row] as number;
        const heading = this.heading.items[row] as number;
        const content = this.content.items[row] as number;
        const breadcrumb = this.breadcrumb.items[row] as number;
        writePosting(body, ordinal - last, packCounts(heading, content, breadcrumb), heading, content, breadcrumb);
        last = ordinal;
      }
      writer.add(
        hashes[number] as number,
        Buffer.from(names[number] as string),
        to - from,
        last - (this.drawer.items[rows[from] as number] as number),
        body.view(),
      );
    }
    return writer.finish();
  }

  /** Rows by term, in the order in which they came; `ends[t]` is where those of term t end. */
  private rowsByTerm(terms: number): { readonly rows: Uint32Array; readonly ends: Uint32Array } {
    const count = this.term.length;
    const ends = new Uint32Array(terms);
    for (let row = 0; row < count; row++) {
      const term = this.term.items[row] as number;
      ends[term] = (ends[term] as number) + 1;
    }
    let sum = 0;
    for (let term = 0; term < terms; term++) {
      const size = ends[term] as number;
      ends[term] = sum;
      sum += size;
    }
    // While rows are placed, `ends` holds where the next one of a term goes; afterwards that is the end.
    const rows = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      const term = this.term.items[row] as number;
      const place = ends[term] as number;
      rows[place] = row;
      ends[term] = place + 1;
    }
    return { rows, ends };
  }
}

/** Numbers of terms, in the order of their hashes; equal ones: of their bytes. */
function inOrder(names: readonly string[]): { readonly order: Uint32Array; readonly hashes: Uint32Array } {
  const hashes = Uint32Array.from(names, termHashOf);
  const bytes = (number: number): Buffer => Buffer.from(names[number] as string);
  const order = Uint32Array.from(names.keys()).sort(
    (a, b) => (hashes[a] as number) - (hashes[b] as number) || Buffer.compare(bytes(a), bytes(b)),
  );
  return { order, hashes };
}
