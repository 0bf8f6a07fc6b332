import type { VisibleScopes } from "../../../model/caller.ts";
import { BoundedCache } from "../../../caches/bounded-cache.ts";
import type { Segment } from "../segment/segment.ts";
import { eligibleDrawers, type Eligible, type Narrowing, type NarrowingSource } from "./eligible.ts";

/** What decides who is eligible. */
export interface EligibleRequest {
  readonly segments: readonly Segment[];
  /** Whose segments these are, and of which layout of the index. */
  readonly visible: VisibleScopes;
  readonly layout: number;
  readonly query: Narrowing;
}

/** Bytes of an eligible ordinal, with what the vectors store of it. */
const ORDINAL_BYTES = 12;
/** Bytes of each drawer, eligible or not: its mask, and the mask of neighbours. */
const MASK_BYTES = 2;

/**
 * Remembers what filters came to, since the same wing or room is asked again and again. Phrases, exclusions and single drawers are
 * worked out each time.
 */
export class EligibleCache {
  private readonly known: BoundedCache<string, Eligible>;

  /** @param bytes bound of what is kept */
  constructor(bytes: number) {
    this.known = new BoundedCache(bytes);
  }

  find({ segments, visible, layout, query }: EligibleRequest, source: NarrowingSource): Eligible {
    const { filter, phrases, excluded } = query;
    if (
      phrases.length > 0 ||
      excluded.length > 0 ||
      filter.excludeIds !== undefined ||
      Object.keys(filter).length === 0
    )
      return eligibleDrawers(segments, query, source);
    const key = JSON.stringify([
      layout,
      visible,
      filter.wings,
      filter.halls,
      filter.rooms,
      filter.places,
      filter.sources,
      filter.documentTypes,
      filter.roles,
      filter.marks,
      filter.withoutMarks,
      filter.paths,
      filter.since,
      filter.before,
      filter.excludeSources,
    ]);
    let found = this.known.get(key);
    if (found === undefined) {
      found = eligibleDrawers(segments, query, source);
      const bytes = segments.reduce(
        (sum, { drawers }, s) => sum + bytesOf(found?.ordinals[s]?.length ?? 0, drawers),
        500,
      );
      this.known.set(key, found, bytes);
    }
    return found;
  }
}

/** What is kept of a segment: nothing where all are eligible, or none. */
function bytesOf(eligible: number, drawers: number): number {
  return eligible === 0 ? 0 : drawers * MASK_BYTES + eligible * ORDINAL_BYTES;
}
