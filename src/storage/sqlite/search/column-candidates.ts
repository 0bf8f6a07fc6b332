import type { Candidate, CandidateQuery } from "../../ports/candidates.ts";
import { ID_BYTES, readId } from "../codec/bytes.ts";
import type { DrawerLocation } from "../drawers/drawer-locations.ts";
import type { Segment } from "../segment/segment.ts";
import { type ChosenDrawers, TopPool, isMessage, messageStart } from "./top-pool.ts";
import type { DenseFeatures } from "./dense-retriever.ts";
import type { LexicalFeatures } from "./lexical-features.ts";
import { Signal } from "../../../model/signals.ts";
import { visitEligible, type Eligible } from "./eligible.ts";

/** The chosen drawers of one segment with their features, side by side. */
export interface SegmentPart {
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
export interface PlacedCandidates {
  readonly candidates: readonly Candidate[];
  readonly locationAt: (index: number) => DrawerLocation;
}

/** The candidates of one segment. Inside a read transaction. */
export function columnCandidates(part: SegmentPart): PlacedCandidates {
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
