import { ID_BYTES } from "../codec/bytes.ts";
import type { BoundedCache } from "../../../caches/bounded-cache.ts";
import type { DraftVectors } from "./segment-builder.ts";
import { Part, partKey, recordBytes, recordsAPage, type PartStore } from "./part-store.ts";

/** Overhead of a cached page beside its bytes: a view, its buffer and a map entry. */
const PAGE_COST = 350;

export interface RecordSource {
  readonly parts: PartStore;
  /** Pages of records by their place; null: none are kept. */
  readonly rows: BoundedCache<number, Uint8Array> | null;
}

/**
 * What a large segment knows of single drawers: vector, inverse norm and id side by side, in small pages that are read when they are asked for. In
 * memory they would take 276 bytes a drawer of 256 components, and a search looks at some hundred of them. Inside a read transaction.
 */
export class SegmentRecords {
  readonly aPage: number;
  private readonly segment: number;
  private readonly dimension: number;
  private readonly source: RecordSource;
  private loadedHeads: Uint16Array | null = null;
  /** A number that is read, and its bytes. */
  private readonly read = new Float32Array(1);
  private readonly bytes = new Uint8Array(this.read.buffer);
  private last: { readonly page: number; readonly body: Uint8Array } | null = null;

  constructor(segment: number, dimension: number, source: RecordSource) {
    this.segment = segment;
    this.dimension = dimension;
    this.source = source;
    this.aPage = recordsAPage(dimension);
  }

  /** A page, which is kept for a while; its vectors stand first. Cost: some 5 µs where it isn't kept. */
  page(page: number): Uint8Array {
    if (this.last?.page === page) return this.last.body;
    const { rows, parts } = this.source;
    const key = partKey(this.segment, Part.records, page);
    let body = rows?.get(key);
    if (body === undefined) {
      body = parts.read(key);
      rows?.set(key, body, PAGE_COST + body.length);
    }
    this.last = { page, body };
    return body;
  }

  /** The vectors of a page. Nothing is kept. */
  vectors(page: number): Uint8Array {
    return this.vectorsOf(this.source.parts.read(partKey(this.segment, Part.records, page)));
  }

  vectorsOf(body: Uint8Array): Uint8Array {
    return body.subarray(0, this.drawersOf(body) * this.dimension);
  }

  /** All pages. Nothing is kept. */
  all(drawers: number): readonly Uint8Array[] {
    const pages: Uint8Array[] = [];
    this.each(drawers, (body) => pages.push(body));
    return pages;
  }

  /** Inverse norm of a drawer's vector; NaN where it has none. */
  norm(drawer: number): number {
    const body = this.page(Math.floor(drawer / this.aPage));
    const at = this.drawersOf(body) * this.dimension + (drawer % this.aPage) * 4;
    for (let i = 0; i < 4; i++) this.bytes[i] = body[at + i] as number;
    return this.read[0] as number;
  }

  /** Inverse norms of all drawers. Cost: reads every page. @param pages all of them, where they were read already */
  norms(drawers: number, pages = this.all(drawers)): Float32Array {
    const norms = new Float32Array(drawers);
    const bytes = new Uint8Array(norms.buffer);
    pages.forEach((body, page) => {
      bytes.set(body.subarray(this.drawersOf(body) * this.dimension, this.idsIn(body)), page * this.aPage * 4);
    });
    return norms;
  }

  /** The id of a drawer, in the page's own memory. */
  id(drawer: number): Uint8Array {
    const body = this.page(Math.floor(drawer / this.aPage));
    const at = this.idsIn(body) + (drawer % this.aPage) * ID_BYTES;
    return body.subarray(at, at + ID_BYTES);
  }

  /** Ids of all drawers. Cost: reads every page. @param visit sees each page, and which drawer is its first */
  ids(drawers: number, visit?: (body: Uint8Array, first: number) => void): Buffer {
    const ids = Buffer.alloc(drawers * ID_BYTES);
    this.each(drawers, (body, first) => {
      ids.set(body.subarray(this.idsIn(body)), first * ID_BYTES);
      visit?.(body, first);
    });
    return ids;
  }

  /** The first two bytes of each id, as a number. */
  heads(): Uint16Array {
    return (this.loadedHeads ??= new Uint16Array(
      this.source.parts.read(partKey(this.segment, Part.idHeads)).slice().buffer,
    ));
  }

  private each(drawers: number, visit: (body: Uint8Array, first: number) => void): void {
    const from = partKey(this.segment, Part.records);
    const pages = Math.ceil(drawers / this.aPage);
    this.source.parts.readEach(from, from + pages, (body, key) => visit(body, (key - from) * this.aPage));
  }

  private drawersOf(body: Uint8Array): number {
    return body.length / recordBytes(this.dimension);
  }

  private idsIn(body: Uint8Array): number {
    return this.drawersOf(body) * (this.dimension + 4);
  }
}

/** Writes a segment's records. Gives the vectors of each page once it is written. @param ids 16 bytes a drawer */
export function* writeRecords(
  { parts, segment }: { readonly parts: PartStore; readonly segment: number },
  { dimension, inverseNorms, pages }: DraftVectors,
  ids: Uint8Array,
): Generator<Uint8Array> {
  const norms = new Uint8Array(inverseNorms.buffer, inverseNorms.byteOffset, inverseNorms.byteLength);
  let page = 0;
  let first = 0;
  for (const vectors of repaged(pages(), recordsAPage(dimension) * dimension)) {
    const drawers = vectors.length / dimension;
    const end = first + drawers;
    const body = Buffer.concat([
      vectors,
      norms.subarray(first * 4, end * 4),
      ids.subarray(first * ID_BYTES, end * ID_BYTES),
    ]);
    parts.write(partKey(segment, Part.records, page++), body);
    first = end;
    yield vectors;
  }
  const heads = Uint16Array.from(
    inverseNorms,
    (_, o) => ((ids[o * ID_BYTES] as number) << 8) | (ids[o * ID_BYTES + 1] as number),
  );
  parts.write(partKey(segment, Part.idHeads), new Uint8Array(heads.buffer));
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
