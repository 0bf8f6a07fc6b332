import type { QuantisedVector } from "../../../model/vector.ts";
import type { CodeStore } from "../vectors/code-store.ts";
import { canBeCoded } from "../vectors/vector-code.ts";
import type { VectorStore, GrowingArray, VectorBlocks, VectorPages } from "../vectors/vector-store.ts";
import type { Segment } from "../segment/segment.ts";
import type { Eligible } from "./eligible.ts";
import {
  type ChosenDrawers,
  type Numbers,
  TopPool,
  messageEnd,
  messageStart,
  ordinalOf,
  segmentOf,
} from "./top-pool.ts";

/**
 * Live drawers of a scope from which on its vectors are chosen by their codes, a quarter of the bytes to pass over: at 126,000 drawers a search passes
 * over 32 MB without them, which leaves nothing of the rest in the processor's caches. A scope's own size decides, so that what a caller can't see
 * changes no answer. Below, every cosine is computed.
 */
export const APPROXIMATE_FROM = 32_768;
/** The same, from which on the vectors are left in the file: there, they would take 64 MB of memory. */
export const IN_FILE_FROM = 262_144;
/**
 * Drawers whose cosines are computed, the best by estimate: by how many are eligible, and four for each that the pool takes. Of the ten best by cosine the
 * first 256 of 159,000 drawers of chats held 99.9 %, the first 160 of 64,000 99.63 % and of 16,000 99.83 % (1,000 questions of LoCoMo, BEAM and RealMem).
 */
const SURVIVORS = { few: 160, fewEligible: 65_536, many: 256, aSlot: 4 };

/** Live drawers of a scope from which on its segments are searched in each way. */
export interface Sizes {
  readonly approximateFrom: number;
  readonly inFileFrom: number;
}

/** Which of the segments that a caller sees belong to scopes as large as that. */
function largeSegments(segments: readonly Segment[], from: number): ReadonlySet<Segment> {
  const drawers = new Map<string, number>();
  for (const { scope, live } of segments) drawers.set(scope, (drawers.get(scope) ?? 0) + live.drawers);
  return new Set(
    segments.filter(({ scope, dimension }) => (drawers.get(scope) as number) >= from && canBeCoded(dimension)),
  );
}

/** What cosines are computed with. `codes` makes the memory for codes, where there is a large scope. */
interface DenseSource {
  readonly store: VectorStore;
  readonly codes: () => CodeStore;
  readonly sizes: Sizes;
  readonly numbers: Numbers;
}

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
  /** Segments that are chosen among by codes, and the memory for these; null where there are none. */
  private readonly large: ReadonlySet<Segment>;
  private readonly codes: CodeStore | null;
  /** Those whose vectors aren't taken into memory. */
  private readonly inFile: ReadonlySet<Segment>;
  /** Large segments that may still be: one a search, since the pages that are read are garbage all at once, some 30 MB of all segments. */
  private moves = 1;
  private readonly numbers: Numbers;

  constructor(query: QuantisedVector, segments: readonly Segment[], { store, codes, sizes, numbers }: DenseSource) {
    this.numbers = numbers;
    this.store = store;
    store.setQuery(query);
    this.large = largeSegments(segments, sizes.approximateFrom);
    this.inFile = largeSegments(segments, sizes.inFileFrom);
    this.codes = this.large.size === 0 ? null : codes();
    this.codes?.setQuery(query);
  }

  /**
   * Chooses among all segments.
   * @returns whether some were chosen among by estimates, so that the pool may lack one
   */
  chooseAll(segments: readonly Segment[], eligible: Eligible, capacity: number, pool: TopPool): boolean {
    segments.forEach((segment, s) => {
      if (!this.large.has(segment)) this.choose(segment, s, eligible.ordinals[s] ?? null, pool);
    });
    return this.codes !== null && this.chooseByCodes(this.codes, { segments, eligible, capacity }, pool);
  }

  /**
   * Offers the cosines of the likeliest drawers of the large segments among all that are searched to the pool, where they are > 0.
   * @returns whether others were left out
   * Cost: 6 ns a drawer of 256, and 5 µs for each of those that are read from the file.
   */
  private chooseByCodes(
    codes: CodeStore,
    among: { readonly segments: readonly Segment[]; readonly eligible: Eligible; readonly capacity: number },
    pool: TopPool,
  ): boolean {
    const { segments, eligible, capacity } = among;
    const large = [...segments.entries()].filter(([, segment]) => this.large.has(segment));
    const count = large.reduce((sum, [s, { live }]) => sum + (eligible.ordinals[s]?.length ?? live.drawers), 0);
    const least = count > SURVIVORS.fewEligible ? SURVIVORS.many : SURVIVORS.few;
    const survivors = Math.max(least, SURVIVORS.aSlot * capacity);
    if (count <= survivors) {
      for (const [s, segment] of large) this.choose(segment, s, eligible.ordinals[s] ?? null, pool);
      return false;
    }
    const likely = new TopPool(survivors, segments, this.numbers);
    const floor = (): number => likely.floor;
    for (const [s, segment] of large) {
      const ordinals = eligible.ordinals[s] ?? null;
      if (ordinals?.length === 0) continue;
      const mask = ordinals === null ? null : eligible.mask(s);
      const visit = (row: number, estimate: number): void => likely.offer(estimate, s, row);
      const pages = codes.settled ? null : segment.codesInFile(codes.coder.dimension);
      const chunks = pages === null ? segment.codes(codes) : null;
      if (pages !== null) codes.scanPages(pages, mask, floor, visit);
      else if (chunks !== null) codes.scan(chunks, mask, floor, visit);
    }
    for (const [s, drawers] of Map.groupBy(likely.kept().slice().sort(), segmentOf))
      this.choose(segments[s] as Segment, s, Uint32Array.from(drawers, ordinalOf), pool);
    return true;
  }

  private vectorsOf(segment: Segment): VectorBlocks | VectorPages | null {
    const { records, ids } = segment.stored;
    const isLeft = this.large.has(segment) && records !== null && ids === null;
    const isMoved = isLeft && this.store.settled && !this.inFile.has(segment) && this.moves-- > 0;
    return isLeft && !isMoved ? segment.vectorsInFile(this.store.dimension) : segment.vectors(this.store);
  }

  /**
   * Offers each eligible drawer's cosine to the pool, where it is > 0.
   * @param s index of the segment among the visible ones
   * @param eligible ordinals of the eligible drawers; null: all
   * Cost: 14 ns a vector of 256, of those that are eligible.
   */
  private choose(segment: Segment, s: number, eligible: Uint32Array | null, pool: TopPool): void {
    const blocks = this.vectorsOf(segment);
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
    const features = {
      own: this.numbers.doubles(count),
      before: this.numbers.doubles(count),
      after: this.numbers.doubles(count),
      document: this.numbers.doubles(chosen.documents.length),
    };
    const blocks = this.vectorsOf(segment);
    if (blocks === null) return features;
    const { starts, signals } = segment.columns();
    const { rows, firsts } = lookedAt(chosen, inContext, starts, this.store.rowBuffer);
    const cosines = this.store.cosines(blocks, rows);
    for (let d = 0; d < chosen.documents.length; d++)
      if (inContext[d] !== 0) features.document[d] = largest(cosines, firsts[d] as number, firsts[d + 1] as number);
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
    const bounds = inContext[d] === 0 ? firstOfDocument : starts;
    const from = inContext[d] === 0 ? d : (documents[d] as number);
    firsts[d + 1] = (firsts[d] as number) + (bounds[from + 1] as number) - (bounds[from] as number);
  }
  const rows = buffer.take(firsts[count] as number);
  for (let d = 0; d < count; d++) {
    const first = firsts[d] as number;
    const end = firsts[d + 1] as number;
    const shift = ((inContext[d] === 0 ? firstOfDocument[d] : starts[documents[d] as number]) as number) - first;
    for (let i = first; i < end; i++) rows[i] = inContext[d] === 0 ? (ordinals[i + shift] as number) : i + shift;
  }
  return { rows, firsts };
}
