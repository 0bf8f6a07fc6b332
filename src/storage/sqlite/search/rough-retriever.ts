import type { QuantisedVector } from "../../../model/vector.ts";
import type { CodeStore } from "../kernel/code-store.ts";
import { canBeCoded } from "../kernel/vector-code.ts";
import type { VectorStore } from "../kernel/vector-store.ts";
import type { Segment } from "../segment/segment.ts";
import { type Eligible, visitEligible } from "./eligible.ts";
import type { ScratchArrays } from "./scratch-arrays.ts";
import { ordinalOf, segmentOf, TopPool } from "./top-pool.ts";

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
export class RoughRetriever {
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
   *
   * @param segments all that are searched
   * @returns whether others were left out, so that the pool may lack one
   * Cost: 6 ns a drawer of 256, and 5 µs for each of those that are read.
   */
  choose(
    segments: readonly Segment[],
    eligible: Eligible,
    pool: TopPool,
    capacity: number,
    scratch: ScratchArrays,
  ): boolean {
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
    const likely = new TopPool(survivors, segments, scratch);
    for (const [s, segment] of large) {
      const ordinals = eligible.ordinals[s] ?? null;
      if (ordinals?.length === 0) continue;
      const mask = ordinals === null ? null : eligible.near(s, 0);
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
