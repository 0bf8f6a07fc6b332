import { BLOCK_ROWS, blockBytes, type VectorCoder } from "../kernel/vector-code.ts";
import type { CodeChunks, CodeStore } from "../kernel/code-store.ts";
import type { VectorBlocks, VectorPages, VectorStore } from "../kernel/vector-store.ts";
import type { GenerationCache } from "../generation-cache.ts";
import type { PartStore } from "./part-store.ts";
import { CODE_ROWS, Part, partPlace, rowsAPage, vectorsAPage } from "./parts.ts";

/** What keeping a page costs beside its bytes: a view, its memory, a place in a map. */
const PAGE_COST = 350;

/** What vectors are read from. */
export interface VectorSource {
  readonly parts: PartStore;
  /** Small pages of vectors by their place; null: none are kept. */
  readonly rows: GenerationCache<number, Uint8Array> | null;
}

/** Which drawers of a segment are deleted, and how many documents are not. */
interface Live {
  readonly documents: number;
  /** 1 for each deleted drawer; null when there are none. */
  readonly dead: Uint8Array | null;
}

/**
 * The vectors of a segment, in the forms that searches use: settled in a store's memory; as they were read, while the process has searched only
 * once; or as codes in memory with the vectors left in the file. Read when first asked for, inside a read transaction.
 */
export class SegmentVectors {
  /** Components; 0 when the segment has no vectors. */
  readonly dimension: number;
  private readonly number: number;
  private readonly drawers: number;
  private readonly source: VectorSource;
  private isCoded: boolean | null = null;
  private pages: readonly Uint8Array[] | null = null;
  // Each with the live documents of the time: what is deleted has norm or scale 0, so that its cosines are.
  private settled: { readonly blocks: VectorBlocks; of: number } | null = null;
  private paged: { readonly vectors: VectorPages; readonly of: number } | null = null;
  private chunks: { readonly codes: CodeChunks; of: number } | null = null;

  constructor(
    segment: { readonly number: number; readonly drawers: number; readonly dimension: number },
    source: VectorSource,
  ) {
    this.number = segment.number;
    this.drawers = segment.drawers;
    this.dimension = segment.dimension;
    this.source = source;
  }

  /** Whether the file has codes of the vectors, and the vectors in small pages. */
  get coded(): boolean {
    return (this.isCoded ??= this.source.parts.has(partPlace(this.number, Part.codes)));
  }

  /** Vectors in a page. */
  get rowsAPage(): number {
    return this.coded ? rowsAPage(this.dimension) : vectorsAPage(this.dimension);
  }

  /** A page of vectors as it is stored, `dimension` bytes each. */
  page(page: number): Uint8Array {
    return this.source.parts.read(partPlace(this.number, this.coded ? Part.rows : Part.vectors, page));
  }

  /** All pages in order. */
  *all(): Generator<Uint8Array> {
    for (let page = 0; page * this.rowsAPage < this.drawers; page++) yield this.page(page);
  }

  /** A page of codes as it is stored. */
  codePage(page: number): Uint8Array {
    return this.source.parts.read(partPlace(this.number, Part.codes, page));
  }

  /** Inverse norms as they are stored: NaN for a drawer without a vector. */
  storedNorms(): Float32Array {
    return new Float32Array(this.source.parts.read(partPlace(this.number, Part.norms)).slice().buffer);
  }

  /** All of them in memory: as they were read until `store` is settled, then in it. */
  inMemory(store: VectorStore, live: Live): VectorBlocks | VectorPages {
    if (!store.settled) {
      const pages = (this.pages ??= [...this.all()]);
      return this.pagesOf((page) => pages[page] as Uint8Array, live);
    }
    if (this.settled === null) {
      const blocks = store.allocate(this.drawers);
      let first = 0;
      for (const page of this.pages ?? this.all()) {
        store.write(blocks, first, page);
        first += page.length / this.dimension;
      }
      this.pages = this.paged = null;
      this.settled = { blocks, of: -1 };
    }
    if (this.settled.of !== live.documents) store.writeNorms(this.settled.blocks, this.liveNorms(live));
    this.settled.of = live.documents;
    return this.settled.blocks;
  }

  /** The vectors where they are in the file. Those of a segment without small pages are few, and are kept as they were read. */
  inFile(live: Live): VectorPages {
    if (this.coded) return this.pagesOf((page) => this.keptPage(page), live);
    const pages = (this.pages ??= [...this.all()]);
    return this.pagesOf((page) => pages[page] as Uint8Array, live);
  }

  /** The codes in memory. Cost: reads 68 bytes a drawer of 256 components; a segment without codes has them made, which takes 5 µs a drawer. */
  codes(store: CodeStore, live: Live): CodeChunks {
    if (this.chunks === null) {
      const codes = store.allocate(this.drawers);
      let first = 0;
      if (this.coded)
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

  private pagesOf(page: VectorPages["page"], live: Live): VectorPages {
    if (this.paged?.of !== live.documents) {
      const { rowsAPage, drawers: rows } = this;
      this.paged = { vectors: { page, rowsAPage, rows, norms: this.liveNorms(live) }, of: live.documents };
    }
    return this.paged.vectors;
  }

  private keptPage(number: number): Uint8Array {
    const { rows } = this.source;
    const place = partPlace(this.number, Part.rows, number);
    let page = rows?.get(place);
    if (page !== undefined) return page;
    page = this.page(number);
    rows?.set(place, page, PAGE_COST + page.length);
    return page;
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

/** The same bytes in pages of another size, the last one with fewer. */
export function* repaged(pages: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array> {
  let carried = new Uint8Array(0);
  for (const page of pages) {
    let at = 0;
    if (carried.length > 0) {
      at = Math.min(bytes - carried.length, page.length);
      carried = Buffer.concat([carried, page.subarray(0, at)]);
      if (carried.length < bytes) continue;
      yield carried;
      carried = new Uint8Array(0);
    }
    for (; at + bytes <= page.length; at += bytes) yield page.subarray(at, at + bytes);
    carried = page.slice(at);
  }
  if (carried.length > 0) yield carried;
}
