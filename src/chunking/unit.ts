import type { Span } from "../model/span.ts";

/** A piece of a section that is not cut further. Units cover their section exactly. */
export interface Unit extends Span {
  /**
   * What it costs to start a chunk here, as a share of the ideal size that one would rather be off by: 0 before a paragraph, more
   * between rows or list items, most inside a word. Chosen by reading the cuts of the sample documents.
   */
  readonly penalty: number;
}
