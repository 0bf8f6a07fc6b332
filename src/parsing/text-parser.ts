import type { ParsedDocument } from "../model/section.ts";

/** A text file to be parsed: its exact text and its path, whose extension may matter. */
export interface TextInput {
  readonly text: string;
  readonly path: string;
}

/** A parser of a text format. Pure, never throws: every text is a document of every text format. Spans refer to `text` itself. */
export type TextParser = (input: TextInput) => ParsedDocument;
