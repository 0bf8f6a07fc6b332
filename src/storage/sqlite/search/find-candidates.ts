import { namesFile } from "../../../text/names-file.ts";
import { K1 } from "../../ports/searched-fields.ts";
import type { CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import type { DrawerLocation } from "../drawers/drawer-locations.ts";
import type { ScoreBoard } from "../kernel/kernels.ts";
import type { Segment } from "../segment/segment.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import { chooseLexical, type LexicalQuery, lexicalQuery } from "./lexical-retriever.ts";
import { type ChosenDrawers, TopPool, chosenDrawers, isMessage } from "./top-pool.ts";
import { columnCandidates, type PlacedCandidates } from "./column-candidates.ts";
import { DenseRetriever, largeSegments } from "./dense-retriever.ts";
import { eligibleDrawers, type NarrowingSource } from "./eligible.ts";
import { lexicalFeatures } from "./lexical-features.ts";

/** What a search reads beside the segments. */
export interface SearchSource extends NarrowingSource {
  readonly board: ScoreBoard;
  /** See `SqliteIndexOptions`. */
  readonly approximateFrom: number;
}

/**
 * Candidates and features as `CandidateQuery` defines them. Inside a read transaction.
 *
 * Filters become a mask first; then each retriever chooses its pool; then the features of the chosen drawers alone are computed.
 */
export function findCandidates(
  set: SegmentSet,
  query: CandidateQuery,
  { source, state }: { readonly source: SearchSource; readonly state: IndexState },
): CandidateSet {
  const segments = set.visible(query.visible);
  const lexical = lexicalQuery(segments, query);
  const eligible = eligibleDrawers(segments, query, source);
  // A vector of another dimension than those stored has nothing in common with them: every cosine is 0.
  const { vector } = query;
  const dense =
    vector === null || vector.components.length !== state.dimension
      ? null
      : new DenseRetriever(
          vector,
          set.vectorStore(vector.components.length),
          largeSegments(segments, source.approximateFrom),
          () => set.codeStore(vector.components.length),
        );
  const byWords = new TopPool(query.pool.lexical, segments);
  if (lexical.terms.length > 0 && query.pool.lexical > 0)
    chooseLexical(segments, { lexical, eligible, spread: query.spread, board: source.board }, byWords);
  const byMeaning = new TopPool(query.pool.dense, segments);
  const approximate =
    dense !== null && query.pool.dense > 0 && dense.chooseAll(segments, eligible, query.pool.dense, byMeaning);
  const chosen = chosenDrawers(segments, [byWords, byMeaning]);
  const placed = segments.flatMap((segment, s) =>
    candidatesOf({ segment, s, drawers: chosen[s] as ChosenDrawers }, { query, lexical, dense, source }),
  );
  source.locations.remember({ layout: state.layout, find: (id) => locationOf(placed, id) });
  return {
    candidates: placed.flatMap(({ candidates }) => candidates),
    lexicalBound:
      lexical.terms.reduce((sum, { weight }, i) => sum + weight * (lexical.idfs[i] as number), 0) * (K1 + 1),
    idf: lexical.idfs,
    visible: lexical.total,
    eligible: eligible.count,
    removed: eligible.removed,
    withoutVector: segments.reduce((sum, { live }) => sum + live.drawers - live.vectors, 0),
    approximate,
    sequence: state.sequence,
  };
}

/** Where a candidate is: of those that are shown, few, it is asked. */
function locationOf(placed: readonly PlacedCandidates[], id: string): DrawerLocation | null {
  for (const { candidates, locationAt } of placed) {
    const i = candidates.findIndex((candidate) => candidate.id === id);
    if (i >= 0) return locationAt(i);
  }
  return null;
}

/** Works out the features of the drawers that were chosen in a segment. @param s its index among the visible ones */
function candidatesOf(
  { segment, s, drawers }: { readonly segment: Segment; readonly s: number; readonly drawers: ChosenDrawers },
  asked: {
    readonly query: CandidateQuery;
    readonly lexical: LexicalQuery;
    readonly dense: DenseRetriever | null;
    readonly source: SearchSource;
  },
): PlacedCandidates | readonly [] {
  if (drawers.ordinals.length === 0) return [];
  const { query, lexical, dense, source } = asked;
  const columns = segment.columns();
  // Nothing is told of the surroundings of what is no message, where only those of messages are asked for.
  const inContext = new Uint8Array(drawers.documents.length).fill(query.context === "messages" ? 0 : 1);
  drawers.ordinals.forEach((ordinal, i) => {
    if (isMessage(columns, ordinal)) inContext[drawers.documentOf[i] as number] = 1;
  });
  const numbers = segment.numbers();
  const named = drawers.documents.map((d) =>
    query.files.length > 0 && namesFile(source.locations.pathOf(numbers[d] as number), query.files) ? 1 : 0,
  );
  return columnCandidates({
    segment,
    drawers,
    words: lexicalFeatures(lexical, { segment, s, chosen: drawers, inContext }, query.radii),
    meaning: dense?.features(segment, drawers, inContext) ?? null,
    named: (document) => named[document] === 1,
    context: query.context,
    originalIdf: lexical.originalIdf,
  });
}
