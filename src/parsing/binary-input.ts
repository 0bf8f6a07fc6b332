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
