import { ByteReader, ByteWriter, ID_BYTES } from "../codec/bytes.ts";
import { ONCE, WIDE, writePosting } from "../codec/postings.ts";
import { TermCursor, type TermEntry, TermPageWriter, type TermPages } from "../codec/term-pages.ts";
import { vectorsAPage } from "../segment/part-store.ts";
import type { DraftVectors, SegmentDraft, Tally } from "../segment/segment-builder.ts";
import type { Segment } from "../segment/segment.ts";
import { type MergeInput, mergeColumns, mergeInputs } from "./merge-columns.ts";

/**
 * Joins neighbouring segments of one scope into one, in order, without what is deleted. Reads only; inside a read transaction.
 * Null when nothing is live. Cost: linear in the bytes of postings and vectors; no text is touched.
 */
export function mergeSegments(
  segments: readonly Segment[],
): { readonly draft: SegmentDraft; readonly documents: Uint32Array } | null {
  const inputs = mergeInputs(segments);
  const drawers = segments.reduce((sum, { live }) => sum + live.drawers, 0);
  const scope = segments[0]?.scope;
  if (drawers === 0 || scope === undefined) return null;
  const { columns, documents } = mergeColumns(inputs, drawers);
  const ids = new Uint8Array(drawers * ID_BYTES);
  for (const { segment, base, dead } of inputs)
    copyLive<Uint8Array>({ source: segment.ids(), width: ID_BYTES }, { target: ids, base }, dead);
  const vectors = mergeVectors(inputs, drawers);
  const tallies = Array.from(documents, (_, d): Tally => {
    const from = columns.starts[d] as number;
    const to = columns.starts[d + 1] as number;
    let tokens = 0;
    let found = 0;
    for (let o = from; o < to; o++) {
      tokens += columns.length[o] as number;
      if (vectors !== null && !Number.isNaN(vectors.inverseNorms[o])) found++;
    }
    return { drawers: to - from, vectors: found, tokens, textBytes: columns.textBytes[d] as number };
  });
  return { draft: { scope, columns, ids, terms: mergeTerms(inputs), vectors, tallies }, documents };
}

/** Joins vectors, without what is deleted; null when no input has any. @param drawers live drawers of all inputs */
function mergeVectors(inputs: readonly MergeInput[], drawers: number): DraftVectors | null {
  const dimension = Math.max(...inputs.map(({ segment }) => segment.dimension));
  if (dimension === 0) return null;
  const inverseNorms = new Float32Array(drawers).fill(Number.NaN);
  for (const { segment, base, dead } of inputs)
    if (segment.dimension > 0)
      copyLive({ source: segment.stored.storedNorms(), width: 1 }, { target: inverseNorms, base }, dead);
  return { dimension, inverseNorms, pages: () => joinedPages(inputs, drawers, dimension) };
}

/** The pages of the joined segment; one page of an input and one of the result are in memory at a time. */
function* joinedPages(inputs: readonly MergeInput[], drawers: number, dimension: number): Generator<Uint8Array> {
  const rows = vectorsAPage(dimension);
  let page = new Uint8Array(Math.min(rows, drawers) * dimension);
  let filled = 0;
  let done = 0;
  for (const run of liveRuns(inputs, dimension)) {
    for (let from = 0; from < run.rows;) {
      const count = Math.min(run.rows - from, rows - filled);
      if (run.components !== null)
        page.set(run.components.subarray(from * dimension, (from + count) * dimension), filled * dimension);
      from += count;
      filled += count;
      if (filled < rows && done + filled < drawers) continue;
      yield page;
      done += filled;
      filled = 0;
      page = new Uint8Array(Math.min(rows, drawers - done) * dimension);
    }
  }
}

/** The vectors of live drawers in order, in runs that follow one another in an input; null: none of the run has one. */
function* liveRuns(
  inputs: readonly MergeInput[],
  dimension: number,
): Generator<{ readonly components: Uint8Array | null; readonly rows: number }> {
  for (const { segment, dead } of inputs) {
    if (segment.dimension === 0) {
      yield { components: null, rows: segment.live.drawers };
      continue;
    }
    let first = 0;
    for (const components of segment.stored.all()) {
      const count = components.length / dimension;
      for (let from = 0; from < count;) {
        let to = from;
        const state = dead?.[first + from] ?? 0;
        while (to < count && (dead?.[first + to] ?? 0) === state) to++;
        if (state === 0) yield { components: components.subarray(from * dimension, to * dimension), rows: to - from };
        from = to;
      }
      first += count;
    }
  }
}

/**
 * Copies rows of `width` items that are not dead, one after the other, to row `base` of `target` and on.
 * @param dead 1 for each row to leave out; null: none
 */
function copyLive<Rows extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  { source, width }: { readonly source: Rows; readonly width: number },
  { target, base }: { readonly target: Rows; readonly base: number },
  dead: Uint8Array | null,
): void {
  if (dead === null) {
    target.set(source, base * width);
    return;
  }
  let to = base;
  for (let from = 0; from < dead.length;) {
    if (dead[from] === 1) {
      from++;
      continue;
    }
    let end = from + 1;
    while (end < dead.length && dead[end] === 0) end++;
    target.set(source.subarray(from * width, end * width), to * width);
    to += end - from;
    from = end;
  }
}

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
function mergeTerms(inputs: readonly MergeInput[]): TermPages {
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
