/** A half-open range of UTF-16 code units in a document's text: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An inclusive, 1-based range of lines or pages. */
export interface Range {
  readonly start: number;
  readonly end: number;
}
