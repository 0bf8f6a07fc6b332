import type { ParsedDocument } from "../model/section.ts";

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

/** What a file from an untrusted place may cost. Past one limit the file is skipped, with that limit as the reason. */
export interface ParseLimits {
  /** Bytes of the file itself. */
  readonly maxBytes: number;
  /** Pages of a paged document. */
  readonly maxPages: number;
  /** Levels of nesting: elements of HTML, entries of an outline, blocks of markdown. */
  readonly maxNesting: number;
  /** Seconds for one file; kept by the worker, which is ended when they are over. */
  readonly maxSeconds: number;
  /** Bytes after decompression, over all parts of an archive. */
  readonly maxDecompressedBytes: number;
  /** Megabytes of memory that a worker may use for its heap. */
  readonly maxHeapMegabytes: number;
}

/** The limits of the specification's page 01; nesting, decompression and heap are ours. */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxPages: 5_000,
  maxNesting: 512,
  maxSeconds: 60,
  maxDecompressedBytes: 512 * 1024 * 1024,
  maxHeapMegabytes: 512,
};
