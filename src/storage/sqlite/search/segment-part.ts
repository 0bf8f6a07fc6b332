import type { CandidateQuery, Candidate } from "../../ports/candidates.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import type { DenseFeatures } from "./dense-retriever.ts";
import type { LexicalFeatures } from "./lexical-features.ts";
import { isMessage, messageStart } from "./is-message.ts";

/**
 * The candidates of one segment with their features, side by side. Made for one search, and never changed. All that is read later is here, since
 * the segment may be merged away by then.
 */
export interface SegmentPart {
  readonly segment: Segment;
  readonly columns: SegmentColumns;
  /** 16 bytes a candidate. */
  readonly ids: Buffer;
  readonly numbers: Uint32Array;
  readonly drawers: ChosenDrawers;
  readonly words: LexicalFeatures;
  /** By index into `drawers.documents`: 1 where the question names the file; null where it names none at all. */
  readonly named: Uint8Array | null;
  /** As `CandidateQuery` has it. */
  readonly context: CandidateQuery["context"];
  readonly meaning: DenseFeatures | null;
  /** Σ idf of the question's own terms. */
  readonly originalIdf: number;
}

/** Id of the i-th drawer of a part. Cost: a string is made. */
function idInPart({ ids }: SegmentPart, i: number): string {
  return readId(ids, i * ID_BYTES);
}

/** Which drawer of a part has this id; −1 when none has. Cost: a nanosecond a drawer. */
export function findInPart(part: SegmentPart, id: string): number {
  const { ids } = part;
  const first = Number.parseInt(id.slice(0, 2), 16);
  for (let i = 0; i * ID_BYTES < ids.length; i++) if (ids[i * ID_BYTES] === first && idInPart(part, i) === id) return i;
  return -1;
}

/** Number, in the index, of the document that the i-th drawer of a part stands in. */
export function documentInPart({ numbers, drawers }: SegmentPart, i: number): number {
  return numbers[drawers.documents[drawers.documentOf[i] as number] as number] as number;
}

/** Ordinal of the first drawer of that document. */
export function startInPart({ columns, drawers }: SegmentPart, i: number): number {
  return columns.starts[drawers.documents[drawers.documentOf[i] as number] as number] as number;
}

const NONE: readonly number[] = [];

/** A candidate that looks into the columns of its part when it is asked: a search has hundreds, and nobody asks all of everything. */
export class ColumnCandidate implements Candidate {
  private readonly part: SegmentPart;
  private readonly i: number;
  private readonly ordinal: number;
  /** Whether nothing is told of its surroundings. */
  private readonly alone: boolean;
  private spelt: string | null = null;

  /** @param i its place in `part.drawers` */
  constructor(part: SegmentPart, i: number) {
    this.part = part;
    this.i = i;
    this.ordinal = part.drawers.ordinals[i] as number;
    this.alone = part.context === "messages" && !isMessage(part.columns, this.ordinal);
  }

  get id(): string {
    return (this.spelt ??= idInPart(this.part, this.i));
  }

  get document(): number {
    return documentInPart(this.part, this.i);
  }

  get lexical(): number {
    return this.part.words.scores[this.i] as number;
  }

  get coverage(): number {
    return this.share(this.part.words.covered[this.i] as number);
  }

  get windows(): readonly number[] {
    if (this.alone) return NONE;
    // Asked of every candidate: a closure for each would take longer than the rest, and a list that grows is given room for seventeen.
    const { windows } = this.part.words;
    const scores = new Array<number>(windows.length);
    for (let w = 0; w < windows.length; w++) scores[w] = (windows[w] as Float64Array)[this.i] as number;
    return scores;
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
    return this.part.named !== null && this.part.named[this.d] === 1;
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
    const date = this.part.columns.date[this.ordinal] as number;
    return Number.isNaN(date) ? null : date;
  }

  /** Its document's place among those of the part. */
  private get d(): number {
    return this.part.drawers.documentOf[this.i] as number;
  }

  /** Ordinal of its document's first drawer. */
  private get start(): number {
    return startInPart(this.part, this.i);
  }

  private share(covered: number): number {
    const { originalIdf } = this.part;
    return originalIdf === 0 ? 0 : covered / originalIdf;
  }
}
