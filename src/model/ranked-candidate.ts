/** What ranking reads of a candidate. What is undefined isn't known: the candidate's own value stands for it. */
export interface RankedCandidate {
  readonly lexical: number;
  readonly coverage: number;
  /** One value a radius of the query, in their order. */
  readonly windows: readonly number[] | undefined;
  /** `coverage` of its whole document. */
  readonly documentCoverage: number | undefined;
  readonly dense: number;
  /** Largest cosine of the drawers of the message before and after in the document; 0 at an edge. */
  readonly denseBefore: number | undefined;
  readonly denseAfter: number | undefined;
  /** Largest cosine among the drawers of the document. */
  readonly documentDense: number | undefined;
  /** Whether one of the query's `files` means the file of its document. */
  readonly named: boolean;
  readonly signals: number;
  /** Signals of the last drawer before its message in the document; 0 at the start. */
  readonly signalsBefore: number | undefined;
  /** Author of a message, else its role; empty for what is no message. */
  readonly author: string;
  /** The cognitive hall; empty when unsure. */
  readonly hall: string;
  /** Content date, milliseconds since the epoch; null when unknown. */
  readonly date: number | null;
}
