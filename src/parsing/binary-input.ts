import type { ParsedDocument } from "../model/section.ts";
import type { ParseLimits } from "./limits.ts";

/** A file to be parsed: its bytes, the path that errors name, and what it may cost. */
export interface BinaryInput {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly limits: ParseLimits;
}

/**
 * A parser of a format that is not plain text. Pure: the same bytes give the same document.
 *
 * Errors: `FILE_SKIPPED` with `details.reason` (see `skip-file.ts`) for everything that a file can be guilty of.
 */
export type BinaryParser = (input: BinaryInput) => Promise<ParsedDocument>;

/** A text file to be parsed: its exact text and its path, whose extension may matter. */
export interface TextInput {
  readonly text: string;
  readonly path: string;
}

/** A parser of a text format. Pure, never throws: every text is a document of every text format. Spans refer to `text` itself. */
export type TextParser = (input: TextInput) => ParsedDocument;
