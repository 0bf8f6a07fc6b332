import { K1 } from "../../ports/bm25.ts";
import type { Candidate, CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import { accumulateScores, lengthTable } from "./accumulate-scores.ts";
import { chooseLexical, withNeighbours } from "./choose-lexical.ts";
import { chosenDrawers, type ChosenDrawers } from "./chosen-drawers.ts";
import { DenseLeg, type DenseFeatures } from "./dense-leg.ts";
import { eligibleDrawers, type Eligible, type NarrowingSource } from "./eligible.ts";
import { lexicalFeatures, type LexicalFeatures } from "./lexical-features.ts";
import { lexicalQuery, type LexicalQuery } from "./lexical-query.ts";
import { TopPool } from "./top-pool.ts";

/** Below this share of eligible drawers only their scores and their neighbours' are added up. */
const NARROW_SHARE = 0.5;

/**
 * Candidates and features as `CandidateQuery` defines them. Inside a read transaction.
 *
 * Filters become a mask first; then each leg chooses its pool; then the features of the chosen drawers alone are computed.
 */
export function findCandidates(set: SegmentSet, query: CandidateQuery, source: NarrowingSource, state: IndexState): CandidateSet {
  const segments = set.visible(query.visible);
  const lexical = lexicalQuery(segments, query);
  const eligible = eligibleDrawers(segments, query, source);
  // A vector of another dimension than those stored has nothing in common with them: every cosine is 0.
  const { vector } = query;
  const dense = vector === null || vector.components.length !== state.dimension ? null : new DenseLeg(vector, set.vectorStore(state.dimension));
  const pools = [chooseByWords(segments, lexical, eligible, query), chooseByMeaning(segments, dense, eligible, query)];
  const chosen = chosenDrawers(segments, pools);
  const candidates: Candidate[] = [];
  segments.forEach((segment, s) => {
    const drawers = chosen[s] as ChosenDrawers;
    if (drawers.ordinals.length === 0) return;
    const words = lexicalFeatures(lexical, segment, s, drawers, query.radii);
    describe(segment, drawers, words, dense?.features(segment, drawers) ?? null, lexical.originalIdf, (document) => document + s * 2 ** 32, candidates);
  });
  candidates.sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    candidates: renumbered(candidates),
    lexicalBound: lexical.terms.reduce((sum, { weight }, i) => sum + weight * (lexical.idfs[i] as number), 0) * (K1 + 1),
    idf: lexical.idfs,
    averageLength: lexical.averageLength,
    visible: lexical.total,
    eligible: eligible.count,
    removed: eligible.removed,
    withoutVector: segments.reduce((sum, { live }) => sum + live.drawers - live.vectors, 0),
    sequence: state.sequence,
  };
}

function chooseByWords(segments: readonly Segment[], lexical: LexicalQuery, eligible: Eligible, query: CandidateQuery): TopPool {
  const pool = new TopPool(query.pool.lexical, segments);
  if (lexical.terms.length === 0 || query.pool.lexical <= 0) return pool;
  const byLength = lengthTable(lexical.averageLength);
  const narrow = eligible.count < lexical.total * NARROW_SHARE;
  segments.forEach((segment, s) => {
    const mask = eligible.masks[s] ?? null;
    const scores = segment.scores();
    try {
      accumulateScores(lexical, segment, s, mask !== null && narrow ? withNeighbours(mask, query.spread.length) : null, byLength, scores);
      chooseLexical(segment, s, scores, query.spread, mask, pool);
    } finally {
      scores.fill(0);
    }
  });
  return pool;
}

function chooseByMeaning(segments: readonly Segment[], dense: DenseLeg | null, eligible: Eligible, query: CandidateQuery): TopPool {
  const pool = new TopPool(query.pool.dense, segments);
  if (dense === null || query.pool.dense <= 0) return pool;
  segments.forEach((segment, s) => dense.choose(segment, s, eligible.masks[s] ?? null, pool));
  return pool;
}

/** Appends the candidates of one segment. @param documentKey makes a document's index in the segment unique among segments */
function describe(
  segment: Segment,
  chosen: ChosenDrawers,
  words: LexicalFeatures,
  meaning: DenseFeatures | null,
  originalIdf: number,
  documentKey: (document: number) => number,
  out: Candidate[],
): void {
  const columns = segment.columns();
  const { dictionaries } = columns;
  const ids = segment.ids();
  const share = (covered: number): number => (originalIdf === 0 ? 0 : covered / originalIdf);
  const [own, ...windows] = words.windows as [LexicalFeatures["windows"][number], ...LexicalFeatures["windows"]];
  chosen.ordinals.forEach((o, i) => {
    const d = chosen.documentOf[i] as number;
    const document = chosen.documents[d] as number;
    const start = columns.starts[document] as number;
    const date = columns.date[o] as number;
    out.push({
      id: readId(ids, o * ID_BYTES),
      document: documentKey(document),
      position: o - start,
      documentSize: (columns.starts[document + 1] as number) - start,
      lexical: own.scores[i] as number,
      coverage: share(own.covered[i] as number),
      windows: windows.map(({ scores }) => scores[i] as number),
      windowCoverage: windows.map(({ covered }) => share(covered[i] as number)),
      documentLexical: words.documents.scores[d] as number,
      documentCoverage: share(words.documents.covered[d] as number),
      dense: meaning?.own[i] ?? 0,
      denseBefore: meaning?.before[i] ?? 0,
      denseAfter: meaning?.after[i] ?? 0,
      documentDense: meaning?.document[d] ?? 0,
      length: columns.length[o] as number,
      documentLength: words.documentLength[d] as number,
      signals: columns.signals[o] as number,
      signalsBefore: o > start ? (columns.signals[o - 1] as number) : 0,
      author: dictionaries.authors[columns.author[o] as number] as string,
      wing: dictionaries.wings[columns.wing[o] as number] as string,
      hall: dictionaries.halls[columns.hall[o] as number] as string,
      room: dictionaries.rooms[columns.room[o] as number] as string,
      date: Number.isNaN(date) ? null : date,
    });
  });
}

/** Numbers documents from 0 as they first appear. */
function renumbered(candidates: readonly Candidate[]): readonly Candidate[] {
  const numbers = new Map<number, number>();
  return candidates.map((candidate) => {
    let document = numbers.get(candidate.document);
    if (document === undefined) numbers.set(candidate.document, (document = numbers.size));
    return { ...candidate, document };
  });
}
