import { FacetTally } from "../../ports/facet-tally.ts";
import type { Facets } from "../../ports/search-index.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import type { Segment } from "../segment/segment.ts";

/**
 * Counts eligible drawers by value.
 *
 * Cost: one pass over the columns.
 */
export function countFacets(segments: readonly Segment[], { ordinals }: Eligible): Facets {
  const tally = new FacetTally();
  segments.forEach((segment, s) => {
    const { dictionaries, starts, source, type, wing, hall, room, topics } = segment.columns();
    // Placement seldom differs from drawer to drawer, so equal combinations are counted first and named once.
    const combinations = new Map<string, { readonly drawer: number; readonly document: number; count: number }>();
    let document = 0;
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      while ((starts[document + 1] as number) <= o) document++;
      const key = `${wing[o]},${hall[o]},${room[o]},${topics[o]},${source[document]},${type[document]}`;
      const known = combinations.get(key);
      if (known === undefined) combinations.set(key, { drawer: o, document, count: 1 });
      else known.count++;
    });
    for (const { drawer, document, count } of combinations.values()) {
      const hallName = dictionaries.halls[hall[drawer] as number] as string;
      const topical = dictionaries.topics[topics[drawer] as number] as readonly string[];
      const alike = {
        wing: dictionaries.wings[wing[drawer] as number] as string,
        halls: hallName === "" ? topical : [hallName, ...topical],
        room: dictionaries.rooms[room[drawer] as number] as string,
        source: dictionaries.sources[source[document] as number] as string,
        documentType: dictionaries.types[type[document] as number] as string,
      };
      tally.add(alike, count);
    }
  });
  return tally.facets();
}
