import { BLOCK_ROWS, blockBytes, type VectorCoder } from "../vectors/vector-code.ts";
import type { CodeChunks, CodePages, CodeStore } from "../vectors/code-store.ts";
import type { VectorBlocks, VectorPages, VectorStore } from "../vectors/vector-store.ts";
import { CODE_ROWS, Part, partKey, vectorsAPage } from "./part-store.ts";
import { type RecordSource, repaged, SegmentRecords } from "./segment-records.ts";

/** Which drawers of a segment are deleted, and how many documents are not. */
interface Live {
  readonly documents: number;
  /** 1 for each deleted drawer; null when there are none. */
  readonly dead: Uint8Array | null;
}

/**
 * The vectors of a segment, in the forms that searches use: settled in a store's memory; as they were read, while the process has searched little;
 * or as codes in memory with the vectors left in the file. Read when first asked for, inside a read transaction.
 */
export class SegmentVectors {
  /** Components; 0 when the segment has no vectors. */
  readonly dimension: number;
  private readonly number: number;
  private readonly drawers: number;
  private readonly source: RecordSource;
  private foundRecords: SegmentRecords | null | undefined;
  private pages: readonly Uint8Array[] | null = null;
  // Each with the live documents of the time: what is deleted has norm or scale 0, so that its cosines are.
  private settled: { readonly blocks: VectorBlocks; readonly ids: Buffer | null; of: number } | null = null;
  private paged: { readonly vectors: VectorPages; readonly of: number } | null = null;
  private chunks: { readonly codes: CodeChunks; of: number } | null = null;

  constructor(
    segment: { readonly number: number; readonly drawers: number; readonly dimension: number },
    source: RecordSource,
  ) {
    this.number = segment.number;
    this.drawers = segment.drawers;
    this.dimension = segment.dimension;
    this.source = source;
  }

  /** Where the vectors are that have codes; null where they have none. */
  get records(): SegmentRecords | null {
    if (this.foundRecords === undefined)
      this.foundRecords =
        this.dimension > 0 && this.source.parts.has(partKey(this.number, Part.codes))
          ? new SegmentRecords(this.number, this.dimension, this.source)
          : null;
    return this.foundRecords;
  }

  /** All ids, moved into memory with the vectors out of `records`; a sixteenth more. Null where they weren't. */
  get ids(): Buffer | null {
    return this.settled?.ids ?? null;
  }

  get rowsAPage(): number {
    return this.records?.aPage ?? vectorsAPage(this.dimension);
  }

  /** A page of vectors as it is stored, `dimension` bytes each. */
  page(page: number): Uint8Array {
    return this.records?.vectors(page) ?? this.source.parts.read(partKey(this.number, Part.vectors, page));
  }

  *all(): Generator<Uint8Array> {
    for (let page = 0; page * this.rowsAPage < this.drawers; page++) yield this.page(page);
  }

  codePage(page: number): Uint8Array {
    return this.source.parts.read(partKey(this.number, Part.codes, page));
  }

  /** Inverse norms as they are stored: NaN for a drawer without a vector. */
  storedNorms(): Float32Array {
    const { records } = this;
    if (records !== null) return records.norms(this.drawers, this.pages ?? undefined);
    return new Float32Array(this.source.parts.read(partKey(this.number, Part.norms)).slice().buffer);
  }

  /** All of them in memory: as they were read until `store` is settled, then in it. */
  inMemory(store: VectorStore, live: Live): VectorBlocks | VectorPages {
    const { records } = this;
    if (!store.settled) {
      const pages = (this.pages ??= records?.all(this.drawers) ?? [...this.all()]);
      return this.pagesOf((page) => pages[page] as Uint8Array, this.normsOf(live), live);
    }
    if (this.settled === null) {
      const blocks = store.allocate(this.drawers);
      const ids = records?.ids(this.drawers, (body, at) => store.write(blocks, at, records.vectorsOf(body))) ?? null;
      let first = 0;
      for (const page of records === null ? (this.pages ?? this.all()) : []) {
        store.write(blocks, first, page);
        first += page.length / this.dimension;
      }
      this.settled = { blocks, ids, of: -1 };
    }
    if (this.settled.of !== live.documents) store.writeNorms(this.settled.blocks, this.liveNorms(live));
    this.settled.of = live.documents;
    this.pages = this.paged = null;
    return this.settled.blocks;
  }

  /** The vectors where they are in the file. Those of a segment without small pages are few, and are kept as they were read. */
  inFile(live: Live): VectorPages {
    const { records } = this;
    if (records === null) {
      const pages = (this.pages ??= [...this.all()]);
      return this.pagesOf((page) => pages[page] as Uint8Array, this.normsOf(live), live);
    }
    const norm = (row: number): number => (live.dead?.[row] === 1 ? 0 : records.norm(row) || 0);
    return this.pagesOf(
      (page) => records.page(page),
      () => norm,
      live,
    );
  }

  /** The codes where they are in the file; null where there are none. */
  codesInFile({ dead }: Live): CodePages | null {
    if (this.records === null || this.chunks !== null) return null;
    return { rows: this.drawers, rowsAPage: CODE_ROWS, page: (page) => this.codePage(page), dead };
  }

  /** The codes in memory. Cost: reads 68 bytes a drawer of 256 components; a segment without codes has them made, which takes 5 µs a drawer. */
  codes(store: CodeStore, live: Live): CodeChunks {
    if (this.chunks === null) {
      const codes = store.allocate(this.drawers);
      let first = 0;
      if (this.records !== null)
        for (let page = 0; first < this.drawers; first += CODE_ROWS, page++)
          store.write(codes, first, this.codePage(page));
      else
        for (const blocks of codePages(store.coder, this.all(), this.storedNorms())) {
          store.write(codes, first, blocks);
          first += CODE_ROWS;
        }
      this.chunks = { codes, of: -1 };
    }
    if (this.chunks.of !== live.documents && live.dead !== null) store.hide(this.chunks.codes, live.dead);
    this.chunks.of = live.documents;
    return this.chunks.codes;
  }

  /** Gives memory back; not used any more. */
  release(store: VectorStore | null, codes: CodeStore | null): void {
    if (store !== null && this.settled !== null) store.release(this.settled.blocks);
    if (codes !== null && this.chunks !== null) codes.release(this.chunks.codes);
    this.settled = this.pages = this.paged = this.chunks = null;
  }

  private pagesOf(page: VectorPages["page"], norm: () => VectorPages["norm"], live: Live): VectorPages {
    if (this.paged?.of !== live.documents) {
      const { rowsAPage, drawers: rows } = this;
      this.paged = { vectors: { page, rowsAPage, rows, norm: norm() }, of: live.documents };
    }
    return this.paged.vectors;
  }

  private normsOf(live: Live): () => VectorPages["norm"] {
    return () => {
      const norms = this.liveNorms(live);
      return (row) => norms[row] as number;
    };
  }

  /** Inverse norms; 0 for what is deleted or has no vector. */
  private liveNorms({ dead }: Live): Float32Array {
    return this.storedNorms().map((norm, o) => (Number.isNaN(norm) || dead?.[o] === 1 ? 0 : norm));
  }
}

/** Codes of vectors that follow one another, as they are stored: `CODE_ROWS` a page, the last one with fewer. */
export function* codePages(
  coder: VectorCoder,
  pages: Iterable<Uint8Array>,
  norms: Float32Array,
): Generator<Uint8Array> {
  const { dimension } = coder;
  const bytes = blockBytes(dimension);
  let out = new Uint8Array((CODE_ROWS / BLOCK_ROWS) * bytes);
  let filled = 0;
  let row = 0;
  for (const rows of repaged(pages, BLOCK_ROWS * dimension)) {
    const components = new Int8Array(rows.buffer, rows.byteOffset, rows.length);
    out.set(coder.block(components, norms.subarray(row, row + rows.length / dimension)), filled);
    filled += bytes;
    row += BLOCK_ROWS;
    if (filled < out.length) continue;
    yield out;
    out = new Uint8Array(out.length);
    filled = 0;
  }
  if (filled > 0) yield out.subarray(0, filled);
}
