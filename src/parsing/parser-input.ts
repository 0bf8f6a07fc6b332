import type { ParsedDocument } from "../model/section.ts";
import { LociError } from "../model/error.ts";
import { contentKind } from "./file-type.ts";
import REASONS from "./skip-reasons.json" with { type: "json" };

/** A file to be parsed: its bytes, the path that errors name, and what it may cost. */
export interface BinaryInput {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly limits: ParseLimits;
}

/**
 * A parser of a format that is not plain text. Pure: the same bytes give the same document.
 *
 * Errors: `FILE_SKIPPED` with `details.reason` (see `skipFile`) for everything that a file can be guilty of.
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

/** Why a file is not parsed. A reason never changes its meaning: it is printed, stored with the job, and tested for. */
export type SkipReason =
  | "encrypted"
  | "copy-protected"
  | "image-only"
  | "unreadable-fonts"
  | "empty"
  | "truncated"
  | "damaged"
  | "too-many-pages"
  | "timeout"
  | "memory"
  | "too-large"
  | "too-many-drawers"
  | "nesting"
  | "decompressed-size"
  | "wrong-type"
  | "binary"
  | "broken-utf8";

/** What each reason says, and what to do. */
const SENTENCES: Readonly<Record<SkipReason, readonly string[]>> = REASONS;

/**
 * The error of a file that is left out, to be thrown by parsers: code `FILE_SKIPPED`, the reason in `details.reason`.
 * @param path as the caller may show it
 * @param more figures or names that help, for example `{ pages: 6210, limit: 5000 }`; never content; and the error behind it as `cause`
 */
export function skipFile(
  path: string,
  reason: SkipReason,
  { cause, ...more }: Readonly<Record<string, unknown>> = {},
): LociError {
  const [message, hint = ""] = SENTENCES[reason];
  return new LociError("FILE_SKIPPED", `'${path}' is skipped: ${message}`, {
    hint,
    details: { path, reason, ...more },
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Why a file is skipped, for a report: the reason, what was found, and what to do.
 * @param bytes the file's, which tell what is in one that isn't what its name says
 * @example skipInWords(skipFile("a.docx", "encrypted")) // "encrypted: it is encrypted; save a copy without a password"
 */
export function skipInWords({ message, details }: LociError, bytes?: Uint8Array): string {
  if (bytes?.length === 0) return "empty: it has no bytes; copy or download it again";
  const reason = String(details["reason"] ?? message);
  const [found, hint] = SENTENCES[reason as SkipReason] ?? [];
  if (found === undefined) return reason;
  const kind = reason === "wrong-type" && bytes !== undefined ? contentKind(bytes) : null;
  // One of the right kind lacks a part, and that is all there is to say.
  const holds = kind?.includes(`.${String(details["expected"])}`) === false ? `it holds ${kind}; ${found}` : found;
  const figures = ["part", "pages", "limit"].flatMap((key) =>
    key in details ? [`${key} ${String(details[key])}`] : [],
  );
  return `${reason}: ${holds}${figures.length === 0 ? "" : ` (${figures.join(", ")})`}; ${hint}`;
}
