import type { Facets } from "./search-index.ts";

type Counts = Map<string, number>;

/** Drawers that are alike in all that facets count. */
export interface AlikeDrawers {
  readonly wing: string;
  /** The cognitive hall, if it is sure, and the topical ones. */
  readonly halls: readonly string[];
  readonly source: string;
}

/** Adds up `Facets`, the same for every engine. A drawer counts in its cognitive hall and in each topical one. */
export class FacetTally {
  readonly #wings: Counts = new Map();
  readonly #sources: Counts = new Map();
  readonly #hallsByWing = new Map<string, Counts>();

  add({ wing, halls, source }: AlikeDrawers, drawers: number): void {
    add(this.#wings, wing, drawers);
    add(this.#sources, source, drawers);
    for (const hall of halls) add(group(this.#hallsByWing, wing), hall, drawers);
  }

  facets(): Facets {
    return {
      wings: sorted(this.#wings),
      sources: sorted(this.#sources),
      hallsByWing: Object.fromEntries(byKey(this.#hallsByWing).map(([wing, counts]) => [wing, sorted(counts)])),
    };
  }
}

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function group(groups: Map<string, Counts>, key: string): Counts {
  let counts = groups.get(key);
  if (counts === undefined) groups.set(key, (counts = new Map()));
  return counts;
}

function byKey<Value>(entries: ReadonlyMap<string, Value>): [string, Value][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sorted(counts: Counts): Readonly<Record<string, number>> {
  return Object.fromEntries(byKey(counts));
}
