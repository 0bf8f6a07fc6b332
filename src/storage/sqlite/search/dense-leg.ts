import type { QuantisedVector } from "../../../model/vector.ts";
import type { Segment } from "../segment/segment.ts";
import type { VectorStore } from "../kernel/vector-store.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import type { TopPool } from "./top-pool.ts";

/** Dense features of chosen drawers. */
export interface DenseFeatures {
  /** By candidate. */
  readonly own: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** By index into `ChosenDrawers.documents`. */
  readonly document: Float64Array;
}

/** Below this share of a segment's drawers only the eligible rows are multiplied, one by one, instead of all. */
const GATHER_SHARE = 0.5;

/**
 * Cosines of one query with the vectors of segments: exact, by a scan. Made for one search; inside a read transaction.
 */
export class DenseLeg {
  private readonly query: QuantisedVector;
  private readonly store: VectorStore;

  /** @param store of the dimension of `query` */
  constructor(query: QuantisedVector, store: VectorStore) {
    this.query = query;
    this.store = store;
    store.setQuery(query);
  }

  /**
   * Offers each eligible drawer's cosine to the pool, where it is > 0.
   *
   * @param s index of the segment among the visible ones
   * @param mask eligible drawers; null: all
   * Cost: 13 ns a vector of 256 on top of reading its 256 bytes.
   */
  choose(segment: Segment, s: number, mask: Uint8Array | null, pool: TopPool): void {
    const vectors = segment.vectors(this.store);
    if (vectors === null) return;
    const { inverseNorms } = vectors;
    const dots = segment.dots();
    const scale = this.query.inverseNorm;
    const eligible = mask === null ? null : ordinalsOf(mask);
    if (eligible !== null && eligible.length < segment.drawers * GATHER_SHARE) {
      this.store.gather(vectors.blocks, eligible, eligible.length, dots);
    } else this.store.scan(vectors.blocks, dots);
    if (eligible === null) {
      for (let o = 0; o < dots.length; o++) {
        const cosine = (dots[o] as number) * scale * (inverseNorms[o] as number);
        if (cosine > 0 && cosine >= pool.floor) pool.offer(cosine, s, o);
      }
      return;
    }
    for (const o of eligible) {
      const cosine = (dots[o] as number) * scale * (inverseNorms[o] as number);
      if (cosine > 0 && cosine >= pool.floor) pool.offer(cosine, s, o);
    }
  }

  /** Cosines of the chosen drawers, those beside them, and the best of their documents. */
  features(segment: Segment, chosen: ChosenDrawers): DenseFeatures {
    const count = chosen.ordinals.length;
    const features = { own: new Float64Array(count), before: new Float64Array(count), after: new Float64Array(count), document: new Float64Array(chosen.documents.length) };
    const vectors = segment.vectors(this.store);
    if (vectors === null) return features;
    const { inverseNorms } = vectors;
    const { starts } = segment.columns();
    const dots = segment.dots();
    const rows = drawersOf(chosen.documents, starts);
    this.store.gather(vectors.blocks, rows, rows.length, dots);
    const cosine = (o: number): number => (dots[o] as number) * this.query.inverseNorm * (inverseNorms[o] as number);
    chosen.documents.forEach((document, d) => {
      let best = Number.NEGATIVE_INFINITY;
      const end = starts[document + 1] as number;
      for (let o = starts[document] as number; o < end; o++) best = Math.max(best, cosine(o));
      features.document[d] = best;
    });
    chosen.ordinals.forEach((o, i) => {
      const document = chosen.documents[chosen.documentOf[i] as number] as number;
      features.own[i] = cosine(o);
      if (o > (starts[document] as number)) features.before[i] = cosine(o - 1);
      if (o + 1 < (starts[document + 1] as number)) features.after[i] = cosine(o + 1);
    });
    return features;
  }
}

function ordinalsOf(mask: Uint8Array): Uint32Array {
  const list = new Uint32Array(mask.length);
  let count = 0;
  for (let o = 0; o < mask.length; o++) {
    list[count] = o;
    count += mask[o] as number;
  }
  return list.subarray(0, count);
}

function drawersOf(documents: Uint32Array, starts: Uint32Array): Uint32Array {
  let total = 0;
  for (const document of documents) total += (starts[document + 1] as number) - (starts[document] as number);
  const rows = new Uint32Array(total);
  let at = 0;
  for (const document of documents) {
    const end = starts[document + 1] as number;
    for (let o = starts[document] as number; o < end; o++) rows[at++] = o;
  }
  return rows;
}
