import type { QuantisedVector } from "../../../model/vector.ts";
import type { CodeStore } from "../kernel/code-store.ts";
import { canBeCoded } from "../kernel/vector-code.ts";
import type { VectorStore, GrowingArray, VectorBlocks, VectorPages } from "../kernel/vector-store.ts";
import type { Segment } from "../segment/segment.ts";
import { type Eligible, visitEligible } from "./eligible.ts";
import { type ChosenDrawers, TopPool, messageEnd, messageStart, ordinalOf, segmentOf } from "./top-pool.ts";

/**
 * Live drawers of a scope from which on its vectors are left in the file, and chosen by their codes: there, exact vectors would take 64 MB of memory
 * and 4 ms of a search. A scope's own size decides, so that what a caller can't see changes no answer. Below, every cosine is computed.
 */
export const APPROXIMATE_FROM = 262_144;
/**
 * Drawers whose cosines are computed, the best by estimate: so many, and four for each that the pool takes. Of 200 questions to 1.26 million drawers
 * the ten best by cosine were all among the first 358, 99.5 % of them among the first 136 (bench/recall.ts).
 */
const SURVIVORS = 512;
const SURVIVORS_A_SLOT = 4;

/** Which of the segments that a caller sees belong to scopes as large as that. */
export function largeSegments(segments: readonly Segment[], from: number): ReadonlySet<Segment> {
  const drawers = new Map<string, number>();
  for (const { scope, live } of segments) drawers.set(scope, (drawers.get(scope) ?? 0) + live.drawers);
  return new Set(
    segments.filter(({ scope, dimension }) => (drawers.get(scope) as number) >= from && canBeCoded(dimension)),
  );
}

/** Chooses by estimates made of codes in memory, then by the cosines of what those have chosen. Made for one search; inside a read transaction. */
class RoughRetriever {
  readonly segments: ReadonlySet<Segment>;
  private readonly store: VectorStore;
  private readonly codes: CodeStore;

  /** @param store with the query set */
  constructor(query: QuantisedVector, store: VectorStore, codes: CodeStore, segments: ReadonlySet<Segment>) {
    this.segments = segments;
    this.store = store;
    this.codes = codes;
    codes.setQuery(query);
  }

  /**
   * Offers the cosines of the likeliest drawers of the large segments to the pool, where they are > 0.
   * @param segments all that are searched
   * @returns whether others were left out, so that the pool may lack one
   * Cost: 6 ns a drawer of 256, and 5 µs for each of those that are read.
   */
  choose(segments: readonly Segment[], eligible: Eligible, pool: TopPool, capacity: number): boolean {
    const survivors = Math.max(SURVIVORS, SURVIVORS_A_SLOT * capacity);
    const large = [...segments.entries()].filter(([, segment]) => this.segments.has(segment));
    const count = large.reduce((sum, [s, { live }]) => sum + (eligible.ordinals[s]?.length ?? live.drawers), 0);
    if (count <= survivors) {
      for (const [s, segment] of large) {
        const rows: number[] = [];
        visitEligible(segment, eligible.ordinals[s] ?? null, (ordinal) => rows.push(ordinal));
        this.offer(segment, s, Uint32Array.from(rows), pool);
      }
      return false;
    }
    const likely = new TopPool(survivors, segments);
    for (const [s, segment] of large) {
      const ordinals = eligible.ordinals[s] ?? null;
      if (ordinals?.length === 0) continue;
      const mask = ordinals === null ? null : eligible.mask(s);
      const floor = (): number => likely.floor;
      const visit = (row: number, estimate: number): void => likely.offer(estimate, s, row);
      const pages = this.codes.settled ? null : segment.codesInFile(this.codes.coder.dimension);
      if (pages !== null) {
        this.codes.scanPages(pages, mask, floor, visit);
        continue;
      }
      const chunks = segment.codes(this.codes);
      if (chunks !== null) this.codes.scan(chunks, mask, floor, visit);
    }
    const chosen = likely.kept().slice().sort();
    for (let from = 0; from < chosen.length;) {
      const s = segmentOf(chosen[from] as number);
      let to = from;
      while (to < chosen.length && segmentOf(chosen[to] as number) === s) to++;
      this.offer(segments[s] as Segment, s, Uint32Array.from(chosen.subarray(from, to), ordinalOf), pool);
      from = to;
    }
    return true;
  }

  private offer(segment: Segment, s: number, rows: Uint32Array, pool: TopPool): void {
    const vectors = segment.vectorsInFile(this.store.dimension);
    if (vectors === null) return;
    const cosines = this.store.cosines(vectors, rows);
    for (let i = 0; i < rows.length; i++)
      if ((cosines[i] as number) > 0) pool.offer(cosines[i] as number, s, rows[i] as number);
  }
}

/** Dense features of chosen drawers. */
export interface DenseFeatures {
  /** By candidate. */
  readonly own: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** By index into `ChosenDrawers.documents`. Like `before` and `after` 0 where surroundings don't count. */
  readonly document: Float64Array;
}

/**
 * Cosines of one query with the vectors of segments: exact, by a scan; of large scopes after a choice by estimates. Made for one search; inside a
 * read transaction.
 */
export class DenseRetriever {
  private readonly store: VectorStore;
  private readonly rough: RoughRetriever | null;

  /**
   * @param store of the dimension of `query`
   * @param large segments that are searched by codes first, and the memory for these
   */
  constructor(query: QuantisedVector, store: VectorStore, large: ReadonlySet<Segment>, codes: () => CodeStore) {
    this.store = store;
    store.setQuery(query);
    this.rough = large.size === 0 ? null : new RoughRetriever(query, store, codes(), large);
  }

  /**
   * Chooses among all segments.
   * @returns whether some were chosen among by estimates, so that the pool may lack one
   */
  chooseAll(segments: readonly Segment[], eligible: Eligible, capacity: number, pool: TopPool): boolean {
    segments.forEach((segment, s) => {
      if (this.rough?.segments.has(segment) !== true) this.choose(segment, s, eligible.ordinals[s] ?? null, pool);
    });
    return this.rough?.choose(segments, eligible, pool, capacity) ?? false;
  }

  private vectorsOf(segment: Segment): VectorBlocks | VectorPages | null {
    return this.rough?.segments.has(segment) === true
      ? segment.vectorsInFile(this.store.dimension)
      : segment.vectors(this.store);
  }

  /**
   * Offers each eligible drawer's cosine to the pool, where it is > 0.
   * @param s index of the segment among the visible ones
   * @param eligible ordinals of the eligible drawers; null: all
   * Cost: 14 ns a vector of 256, of those that are eligible.
   */
  private choose(segment: Segment, s: number, eligible: Uint32Array | null, pool: TopPool): void {
    const blocks = segment.vectors(this.store);
    if (blocks === null) return;
    const floor = (): number => pool.floor;
    if (eligible === null) this.store.scan(blocks, floor, (row, cosine) => pool.offer(cosine, s, row));
    else this.store.scanSome(blocks, eligible, floor, (row, cosine) => pool.offer(cosine, s, row));
  }

  /**
   * Cosines of the chosen drawers, those beside them, and the best of their documents.
   * @param inContext by index into `chosen.documents`: 1 where surroundings count; of the others nothing but the chosen drawers is looked at
   */
  features(segment: Segment, chosen: ChosenDrawers, inContext: Uint8Array): DenseFeatures {
    const count = chosen.ordinals.length;
    // One piece of memory for all: to get some takes longer than to fill it.
    const numbers = new Float64Array(3 * count + chosen.documents.length);
    const features = {
      own: numbers.subarray(0, count),
      before: numbers.subarray(count, 2 * count),
      after: numbers.subarray(2 * count, 3 * count),
      document: numbers.subarray(3 * count),
    };
    const blocks = this.vectorsOf(segment);
    if (blocks === null) return features;
    const { starts, signals } = segment.columns();
    const { rows, firsts } = lookedAt(chosen, inContext, starts, this.store.rowBuffer);
    const cosines = this.store.cosines(blocks, rows);
    for (let d = 0; d < chosen.documents.length; d++) {
      if (inContext[d] === 0) continue;
      let best = Number.NEGATIVE_INFINITY;
      for (let i = firsts[d] as number; i < (firsts[d + 1] as number); i++) best = Math.max(best, cosines[i] as number);
      features.document[d] = best;
    }
    for (let i = 0; i < count; i++) {
      const d = chosen.documentOf[i] as number;
      const first = firsts[d] as number;
      if (inContext[d] === 0) {
        features.own[i] = cosines[first + i - (chosen.firstOfDocument[d] as number)] as number;
        continue;
      }
      const document = chosen.documents[d] as number;
      const start = starts[document] as number;
      const behind = starts[document + 1] as number;
      const ordinal = chosen.ordinals[i] as number;
      const shift = first - start;
      features.own[i] = cosines[ordinal + shift] as number;
      const from = messageStart(signals, ordinal, start);
      if (from > start)
        features.before[i] = largest(cosines, messageStart(signals, from - 1, start) + shift, from + shift);
      const to = messageEnd(signals, ordinal, behind);
      if (to < behind) features.after[i] = largest(cosines, to + shift, messageEnd(signals, to, behind) + shift);
    }
    return features;
  }
}

function largest(values: ArrayLike<number>, from: number, to: number): number {
  let most = values[from] as number;
  for (let i = from + 1; i < to; i++) most = Math.max(most, values[i] as number);
  return most;
}

/** Drawers whose cosines the features need, one document after the other: all of it, or the chosen ones. `firsts[d]` is where those of the d-th begin. */
function lookedAt(
  { ordinals, documents, firstOfDocument }: ChosenDrawers,
  inContext: Uint8Array,
  starts: Uint32Array,
  buffer: GrowingArray<Uint32Array>,
): { readonly rows: Uint32Array; readonly firsts: Uint32Array } {
  const count = documents.length;
  const firsts = new Uint32Array(count + 1);
  for (let d = 0; d < count; d++) {
    const [from, bounds] = inContext[d] === 0 ? [d, firstOfDocument] : [documents[d] as number, starts];
    firsts[d + 1] = (firsts[d] as number) + (bounds[from + 1] as number) - (bounds[from] as number);
  }
  const rows = buffer.take(firsts[count] as number);
  for (let d = 0; d < count; d++) {
    const first = firsts[d] as number;
    const size = (firsts[d + 1] as number) - first;
    const start = starts[documents[d] as number] as number;
    const chosen = firstOfDocument[d] as number;
    for (let i = 0; i < size; i++) rows[first + i] = inContext[d] === 0 ? (ordinals[chosen + i] as number) : start + i;
  }
  return { rows, firsts };
}
