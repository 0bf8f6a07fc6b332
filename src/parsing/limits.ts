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
