/**
 * A token of a message. Decoration (emphasis marks, citations, heading signs, invisible characters) makes no token,
 * so frames never see it; `start` and `end` are offsets in the message, so a value is cut from what was written.
 */
export interface Token {
  /** `word`; `punct`: one sign; `quote`: a whole quotation, never looked into; `line`: one line break; `blank`: an empty line. */
  readonly kind: "word" | "punct" | "quote" | "line" | "blank";
  /** The word in lower case and NFKC with straight apostrophes; the sign itself; the inside of a quotation as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it begins with a capital, which makes it a name rather than a word of the grammar. */
  readonly capital: boolean;
  /** Whether white space, a line break or the start of the message stands before it. */
  readonly spaced: boolean;
}
