import { Signal } from "../../../model/message-role.ts";
import { namesFile } from "../../../text/note-links.ts";
import type { Candidate, CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import { K1 } from "../../ports/searched-fields.ts";
import { ID_BYTES, readId } from "../codec/bytes.ts";
import type { DrawerLocation } from "../drawers/drawer-reader.ts";
import type { ScoreBoard } from "../../../kernels/kernels.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";
import type { Segment } from "../segment/segment.ts";
import { type DenseFeatures, DenseRetriever, type Sizes } from "./dense-retriever.ts";
import { type Eligible, type NarrowingSource, eligibleDrawers, visitEligible } from "./eligible.ts";
import type { SequenceFinder } from "./sorted-lists.ts";
import { type LexicalFeatures, lexicalFeatures } from "./lexical-features.ts";
import { type LexicalQuery, chooseLexical, lexicalQuery } from "./lexical-retriever.ts";
import { type ChosenDrawers, Numbers, TopPool, chosenDrawers, isMessage, messageStart } from "./top-pool.ts";

interface SearchSource extends NarrowingSource {
  readonly board: ScoreBoard;
  readonly numbers: Numbers;
  /** See `SqliteIndexOptions`. */
  readonly sizes: Sizes;
}

/**
 * Candidates and features as `CandidateQuery` defines them; null where `finder` needs another turn. Inside a read transaction.
 *
 * Filters become a mask first; then each retriever chooses its pool; then the features of the chosen drawers alone are computed.
 */
export function findCandidates(
  set: SegmentSet,
  query: CandidateQuery,
  given: { readonly source: SearchSource; readonly state: IndexState; readonly finder: SequenceFinder },
): CandidateSet | null {
  const { source, state, finder } = given;
  const segments = set.visible(query.visible);
  const { numbers, sizes } = source;
  const eligible = eligibleDrawers(segments, { filter: query.filter, finder }, source);
  if (!finder.isWhole) return null;
  const lexical = lexicalQuery(segments, query, eligible);
  // A vector of another dimension than those stored has nothing in common with them: every cosine is 0.
  const { vector } = query;
  const dense =
    vector === null || vector.components.length !== state.dimension
      ? null
      : new DenseRetriever(vector, segments, {
          store: set.vectorStore(vector.components.length),
          codes: () => set.codeStore(vector.components.length),
          sizes,
          numbers,
        });
  const byWords = new TopPool(query.pool.lexical, segments, numbers);
  if (lexical.terms.length > 0 && query.pool.lexical > 0)
    chooseLexical(segments, { lexical, eligible, spread: query.spread, board: source.board }, byWords);
  const byMeaning = new TopPool(query.pool.dense, segments, numbers);
  const approximate =
    dense !== null && query.pool.dense > 0 && dense.chooseAll(segments, eligible, query.pool.dense, byMeaning);
  const chosen = chosenDrawers(segments, [byWords, byMeaning], numbers);
  const locations = new Map<string, DrawerLocation>();
  const candidates = segments.flatMap((segment, s) =>
    candidatesOf({ segment, s, drawers: chosen[s] as ChosenDrawers, locations }, { query, lexical, dense, source }),
  );
  source.locations.remember({ layout: state.layout, locations });
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

/** Works out the features of the drawers that were chosen in a segment. @param s its index among the visible ones */
function candidatesOf(
  { segment, s, drawers, locations }: Pick<SegmentPart, "segment" | "drawers" | "locations"> & { readonly s: number },
  asked: {
    readonly query: CandidateQuery;
    readonly lexical: LexicalQuery;
    readonly dense: DenseRetriever | null;
    readonly source: SearchSource;
  },
): readonly Candidate[] {
  if (drawers.ordinals.length === 0) return [];
  const { query, lexical, dense, source } = asked;
  const columns = segment.columns();
  // Nothing is told of the surroundings of what is no message, where only those of messages are asked for.
  const inContext = new Uint8Array(drawers.documents.length).fill(query.context === "messages" ? 0 : 1);
  drawers.ordinals.forEach((ordinal, i) => {
    if (isMessage(columns, ordinal)) inContext[drawers.documentOf[i] as number] = 1;
  });
  const documentNumbers = segment.numbers();
  const isNamed = (d: number): boolean => namesFile(source.locations.pathOf(documentNumbers[d] as number), query.files);
  const named = query.files.length === 0 ? null : Array.from(drawers.documents, isNamed);
  const part: SegmentPart = {
    segment,
    drawers,
    columns,
    numbers: documentNumbers,
    ids: segment.idsInMemory() ?? segment.idsOf(drawers.ordinals),
    locations,
    words: lexicalFeatures(lexical, { segment, s, chosen: drawers, inContext, numbers: source.numbers }, query.radii),
    meaning: dense?.features(segment, drawers, inContext) ?? null,
    named,
    context: query.context,
    originalIdf: lexical.originalIdf,
  };
  return Array.from(drawers.ordinals, (ordinal, i) => new ColumnCandidate(part, ordinal, i));
}

interface SegmentPart {
  readonly segment: Segment;
  readonly drawers: ChosenDrawers;
  readonly columns: SegmentColumns;
  /** Of the segment's documents. */
  readonly numbers: Uint32Array;
  /** One after the other: of all the segment's drawers, or of those that were chosen. */
  readonly ids: Buffer;
  /** Where the drawers are whose ids were asked for. */
  readonly locations: Map<string, DrawerLocation>;
  readonly words: LexicalFeatures;
  /** Null without a query vector. */
  readonly meaning: DenseFeatures | null;
  /** By index into `drawers.documents`: whether the question names the file; null where it names none. */
  readonly named: readonly boolean[] | null;
  readonly context: CandidateQuery["context"];
  /** Σ idf of the question's own terms. */
  readonly originalIdf: number;
}

/** A candidate that looks into columns when it is asked: a search has hundreds, and few are asked for more than their numbers. */
class ColumnCandidate implements Candidate {
  private readonly part: SegmentPart;
  private readonly ordinal: number;
  /** Its place among the chosen drawers, and its document's among theirs. */
  private readonly i: number;
  private readonly d: number;
  /** Nothing is told of the surroundings of what is no message, where only those of messages are asked for. */
  private readonly alone: boolean;
  private hex = "";

  constructor(part: SegmentPart, ordinal: number, i: number) {
    this.part = part;
    this.ordinal = ordinal;
    this.i = i;
    this.d = part.drawers.documentOf[i] as number;
    this.alone = part.context === "messages" && !isMessage(part.columns, ordinal);
  }

  get id(): string {
    if (this.hex !== "") return this.hex;
    const { ids, segment, locations } = this.part;
    this.hex = readId(ids, (ids.length === segment.drawers * ID_BYTES ? this.ordinal : this.i) * ID_BYTES);
    locations.set(this.hex, { document: this.document, position: this.ordinal - this.start, scope: segment.scope });
    return this.hex;
  }

  get document(): number {
    return this.part.numbers[this.part.drawers.documents[this.d] as number] as number;
  }

  get lexical(): number {
    return this.part.words.scores[this.i] as number;
  }

  get coverage(): number {
    return this.share(this.part.words.covered[this.i] as number);
  }

  get windows(): readonly number[] {
    return this.alone ? NONE : valuesAt(this.part.words.windows, this.i);
  }

  get documentCoverage(): number {
    return this.alone ? this.coverage : this.share(this.part.words.documentCovered[this.d] as number);
  }

  get dense(): number {
    return this.part.meaning?.own[this.i] ?? 0;
  }

  get denseBefore(): number {
    return this.alone ? this.dense : (this.part.meaning?.before[this.i] ?? 0);
  }

  get denseAfter(): number {
    return this.alone ? this.dense : (this.part.meaning?.after[this.i] ?? 0);
  }

  get documentDense(): number {
    return this.alone ? this.dense : (this.part.meaning?.document[this.d] ?? 0);
  }

  get named(): boolean {
    return this.part.named?.[this.d] === true;
  }

  get signals(): number {
    return this.part.columns.signals[this.ordinal] as number;
  }

  get signalsBefore(): number {
    const { signals } = this.part.columns;
    const first = messageStart(signals, this.ordinal, this.start);
    return first > this.start ? (signals[first - 1] as number) : 0;
  }

  get author(): string {
    const { dictionaries, author } = this.part.columns;
    return dictionaries.authors[author[this.ordinal] as number] as string;
  }

  get hall(): string {
    const { dictionaries, hall } = this.part.columns;
    return dictionaries.halls[hall[this.ordinal] as number] as string;
  }

  get date(): number | null {
    const time = this.part.columns.date[this.ordinal] as number;
    return Number.isNaN(time) ? null : time;
  }

  /** Ordinal of its document's first drawer. */
  private get start(): number {
    return this.part.columns.starts[this.part.drawers.documents[this.d] as number] as number;
  }

  private share(covered: number): number {
    return this.part.originalIdf === 0 ? 0 : covered / this.part.originalIdf;
  }
}

const NONE: readonly number[] = [];

/** A list that grows is given room for seventeen, and a closure for each candidate takes longer than all the rest. */
function valuesAt(columns: readonly Float64Array[], i: number): readonly number[] {
  const values = new Array<number>(columns.length);
  for (let c = 0; c < columns.length; c++) values[c] = (columns[c] as Float64Array)[i] as number;
  return values;
}

const timeOf = (date: number): number => (Number.isNaN(date) ? Number.NEGATIVE_INFINITY : date);

/**
 * Ids of eligible drawers from a place to before another: by content date, latest first, then by id; those without a date last.
 * Cost: a pass over a column, two and sorting its numbers where the first place isn't 0, and what lies between the places.
 */
export function newestDrawers(
  segments: readonly Segment[],
  { ordinals }: Eligible,
  [from, to]: readonly [number, number],
): readonly string[] {
  const visit = (see: (time: number, segment: number, ordinal: number) => void): void =>
    segments.forEach((segment, s) => {
      const { date } = segment.columns();
      visitEligible(segment, ordinals[s] ?? null, (o) => see(timeOf(date[o] as number), s, o));
    });
  const times: number[] = [];
  if (from > 0) visit((time) => times.push(time));
  const sorted = Float64Array.from(times).sort();
  const latest = from > 0 ? (sorted.at(-1 - from) ?? Number.NaN) : Number.POSITIVE_INFINITY;
  // Of those of the latest time not all may lie before it.
  const later = sorted.length - 1 - sorted.lastIndexOf(latest);
  const pool = new TopPool(to - later, segments, new Numbers());
  visit((time, s, o) => {
    if (time <= latest && time >= pool.floor) pool.offer(time, s, o);
  });
  const part = pool.ordered().slice(from - later);
  return part.map(({ segment, ordinal }) => readId((segments[segment] as Segment).idsOf([ordinal]), 0));
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
