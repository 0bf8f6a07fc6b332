import { namesFile } from "../../../text/names-file.ts";
import { K1 } from "../../ports/bm25.ts";
import type { Candidate, CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import type { DrawerLocation } from "../drawers/drawer-locations.ts";
import type { ScoreBoard } from "../kernel/score-board.ts";
import type { Segment } from "../segment/segment.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import { accumulateScores, chooseLexical, type SaturationTables } from "./lexical-retriever.ts";
import { chosenDrawers, type ChosenDrawers } from "./chosen-drawers.ts";
import { ColumnCandidate, documentInPart, findInPart, type SegmentPart, startInPart } from "./segment-part.ts";
import { DenseRetriever, largeSegments } from "./dense-retriever.ts";
import type { EligibleCache } from "./eligible-cache.ts";
import type { Eligible, NarrowingSource } from "./eligible.ts";
import { isMessage } from "./is-message.ts";
import { lexicalFeatures } from "./lexical-features.ts";
import { lexicalQuery, type LexicalQuery } from "./lexical-query.ts";
import { ScratchArrays } from "./scratch-arrays.ts";
import { TopPool } from "./top-pool.ts";

/** What a search reads beside the segments. */
export interface SearchSource extends NarrowingSource {
  readonly saturation: SaturationTables;
  readonly eligible: EligibleCache;
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
  source: SearchSource,
  state: IndexState,
): CandidateSet {
  const segments = set.visible(query.visible);
  const lexical = lexicalQuery(segments, query);
  const eligible = source.eligible.find({ segments, visible: query.visible, layout: state.layout, query }, source);
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
  const scratch = new ScratchArrays();
  const byWords = chooseByWords(segments, lexical, eligible, query, source, scratch);
  const byMeaning = new TopPool(query.pool.dense, segments, scratch);
  const approximate =
    dense !== null && query.pool.dense > 0 && dense.chooseAll(segments, eligible, query.pool.dense, byMeaning, scratch);
  const pools = [byWords, byMeaning];
  const chosen = chosenDrawers(segments, pools, scratch);
  const parts: SegmentPart[] = [];
  const candidates: Candidate[] = [];
  segments.forEach((segment, s) => {
    const drawers = chosen[s] as ChosenDrawers;
    if (drawers.ordinals.length === 0) return;
    const columns = segment.columns();
    const alone = query.context === "messages" && !drawers.ordinals.some((ordinal) => isMessage(columns, ordinal));
    const words = lexicalFeatures(lexical, segment, s, drawers, alone ? null : query.radii, scratch);
    const meaning =
      (alone ? dense?.ownFeatures(segment, drawers, scratch) : dense?.features(segment, drawers, scratch)) ?? null;
    const numbers = segment.numbers();
    const named =
      query.files.length === 0
        ? null
        : Uint8Array.from(drawers.documents, (d) =>
            namesFile(source.locations.pathOf(numbers[d] as number), query.files) ? 1 : 0,
          );
    const part: SegmentPart = {
      segment,
      columns,
      ids: segment.idsOf(drawers.ordinals),
      numbers,
      drawers,
      named,
      context: query.context,
      words,
      meaning,
      originalIdf: lexical.originalIdf,
    };
    parts.push(part);
    for (let i = 0; i < drawers.ordinals.length; i++) candidates.push(new ColumnCandidate(part, i));
  });
  source.locations.remember({ layout: state.layout, find: locationFinder(parts) });
  return {
    candidates,
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

/** Where the candidates are. Few are asked for. */
function locationFinder(parts: readonly SegmentPart[]): (id: string) => DrawerLocation | null {
  return (id) => {
    for (const part of parts) {
      const i = findInPart(part, id);
      if (i < 0) continue;
      const { segment, drawers } = part;
      return {
        document: documentInPart(part, i),
        position: (drawers.ordinals[i] as number) - startInPart(part, i),
        scope: segment.scope,
      };
    }
    return null;
  };
}

function chooseByWords(
  segments: readonly Segment[],
  lexical: LexicalQuery,
  eligible: Eligible,
  query: CandidateQuery,
  source: SearchSource,
  scratch: ScratchArrays,
): TopPool {
  const pool = new TopPool(query.pool.lexical, segments, scratch);
  if (lexical.terms.length === 0 || query.pool.lexical <= 0) return pool;
  const saturated = source.saturation.get(lexical.table, lexical.averageLength);
  const { spread } = query;
  segments.forEach((segment, s) => {
    const ordinals = eligible.ordinals[s] ?? null;
    if (ordinals?.length === 0) return;
    const scores = source.board.scores(segment.drawers);
    // Beyond these no drawer gets a score.
    const from = ordinals === null ? 0 : Math.max(0, (ordinals[0] as number) - spread.length);
    const to =
      ordinals === null ? segment.drawers : Math.min(segment.drawers, (ordinals.at(-1) as number) + spread.length + 1);
    try {
      const near = eligible.near(s, spread.length);
      accumulateScores(lexical, segment, s, near === null ? null : { mask: near, from, to }, { scores, saturated });
      chooseLexical(
        source.board,
        { segment, s, scores, from, to, spread },
        ordinals === null ? null : { ordinals, mask: eligible.near(s, 0) as Uint8Array },
        pool,
      );
    } finally {
      scores.fill(0, from, to);
    }
  });
  return pool;
}
