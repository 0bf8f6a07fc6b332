import { Signal } from "../../../model/signals.ts";
import { namesFile } from "../../../text/names-file.ts";
import type { Candidate, CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import { K1 } from "../../ports/searched-fields.ts";
import { ID_BYTES, readId } from "../codec/bytes.ts";
import type { DrawerLocation } from "../drawers/drawer-reader.ts";
import type { ScoreBoard } from "../kernel/kernels.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import type { Segment } from "../segment/segment.ts";
import { type DenseFeatures, DenseRetriever, largeSegments } from "./dense-retriever.ts";
import { type Eligible, type NarrowingSource, eligibleDrawers, visitEligible } from "./eligible.ts";
import { type LexicalFeatures, lexicalFeatures } from "./lexical-features.ts";
import { type LexicalQuery, chooseLexical, lexicalQuery } from "./lexical-retriever.ts";
import { type ChosenDrawers, TopPool, chosenDrawers, isMessage, messageStart } from "./top-pool.ts";

/** What a search reads beside the segments. */
interface SearchSource extends NarrowingSource {
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

/** The chosen drawers of one segment with their features, side by side. */
interface SegmentPart {
  readonly segment: Segment;
  readonly drawers: ChosenDrawers;
  readonly words: LexicalFeatures;
  /** Null without a query vector. */
  readonly meaning: DenseFeatures | null;
  /** By index into `drawers.documents`: whether the question names the file. */
  readonly named: (document: number) => boolean;
  /** As `CandidateQuery` has it. */
  readonly context: CandidateQuery["context"];
  /** Σ idf of the question's own terms. */
  readonly originalIdf: number;
}

/** The candidates of one segment with where their drawers are, which few ask for. */
interface PlacedCandidates {
  readonly candidates: readonly Candidate[];
  readonly locationAt: (index: number) => DrawerLocation;
}

/** The candidates of one segment. Inside a read transaction. */
function columnCandidates(part: SegmentPart): PlacedCandidates {
  const { segment, drawers, words, meaning, named, context, originalIdf } = part;
  const columns = segment.columns();
  const { dictionaries, starts, signals, author, hall, date } = columns;
  // Written at once: each by itself takes a third of all the rest.
  const ids = segment.idsOf(drawers.ordinals).toString("hex");
  const numbers = segment.numbers();
  const share = (covered: number): number => (originalIdf === 0 ? 0 : covered / originalIdf);
  const candidates: Candidate[] = [];
  for (let i = 0; i < drawers.ordinals.length; i++) {
    const ordinal = drawers.ordinals[i] as number;
    const d = drawers.documentOf[i] as number;
    const index = drawers.documents[d] as number;
    const start = starts[index] as number;
    const first = messageStart(signals, ordinal, start);
    const time = date[ordinal] as number;
    const coverage = share(words.covered[i] as number);
    const dense = meaning?.own[i] ?? 0;
    // Nothing is told of the surroundings of what is no message, where only those of messages are asked for.
    const alone = context === "messages" && !isMessage(columns, ordinal);
    candidates.push({
      id: ids.slice(i * ID_DIGITS, (i + 1) * ID_DIGITS),
      document: numbers[index] as number,
      lexical: words.scores[i] as number,
      coverage,
      windows: alone ? NONE : valuesAt(words.windows, i),
      documentCoverage: alone ? coverage : share(words.documentCovered[d] as number),
      dense,
      denseBefore: alone ? dense : (meaning?.before[i] ?? 0),
      denseAfter: alone ? dense : (meaning?.after[i] ?? 0),
      documentDense: alone ? dense : (meaning?.document[d] ?? 0),
      named: named(d),
      signals: signals[ordinal] as number,
      signalsBefore: first > start ? (signals[first - 1] as number) : 0,
      author: dictionaries.authors[author[ordinal] as number] as string,
      hall: dictionaries.halls[hall[ordinal] as number] as string,
      date: Number.isNaN(time) ? null : time,
    });
  }
  const locationAt = (i: number): DrawerLocation => {
    const index = drawers.documents[drawers.documentOf[i] as number] as number;
    const position = (drawers.ordinals[i] as number) - (starts[index] as number);
    return { document: numbers[index] as number, position, scope: segment.scope };
  };
  return { candidates, locationAt };
}

const ID_DIGITS = 2 * ID_BYTES;
const NONE: readonly number[] = [];

/** A list that grows is given room for seventeen, and a closure for each candidate takes longer than all the rest. */
function valuesAt(columns: readonly Float64Array[], i: number): readonly number[] {
  const values = new Array<number>(columns.length);
  for (let c = 0; c < columns.length; c++) values[c] = (columns[c] as Float64Array)[i] as number;
  return values;
}

/**
 * Ids of the newest eligible drawers: by content date, latest first, then by id; those without a date last.
 */
export function newestDrawers(segments: readonly Segment[], { ordinals }: Eligible, limit: number): readonly string[] {
  const pool = new TopPool(limit, segments);
  segments.forEach((segment, s) => {
    const { date } = segment.columns();
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      const time = date[o] as number;
      const value = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
      if (value >= pool.floor) pool.offer(value, s, o);
    });
  });
  const newest = pool.ordered();
  // Ids are read once a segment: a table sorted the other way asks for every drawer.
  const bySegment = segments.map((): number[] => []);
  for (const { segment, ordinal } of newest) bySegment[segment]?.push(ordinal);
  const ids = segments.map((segment, s) => segment.idsOf(bySegment[s] as number[]));
  const read = segments.map(() => 0);
  return newest.map(({ segment }) => {
    const at = read[segment] as number;
    read[segment] = at + 1;
    return readId(ids[segment] as Buffer, at * ID_BYTES);
  });
}

/** Ids of the live drawers that link to another document, ascending. Cost: a pass over a column. */
export function linkingDrawers(segments: readonly Segment[]): readonly string[] {
  return segments
    .flatMap((segment) => {
      const { signals } = segment.columns();
      const found: number[] = [];
      visitEligible(segment, null, (o) => {
        if (((signals[o] as number) & Signal.linking) !== 0) found.push(o);
      });
      const ids = segment.idsOf(found);
      return found.map((_, i) => readId(ids, i * ID_BYTES));
    })
    .sort();
}
