import type { Progress } from "../../ingest/source-run.ts";

/** How paths are indexed. What is left out keeps the value that a remembered source has. */
export interface IndexPathsOptions {
  /** `kb`, `admin` or `user:<id>`. Required for a new source, unless the configuration or every document says it. */
  readonly scope?: string;
  readonly wing?: string;
  readonly room?: string;
  /** Glob patterns, as in `.gitignore`, with braces; see `includeRules` for what they do. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Relative paths are seen from here; the process's folder by default. Absolute. */
  readonly cwd?: string;
  /** Ends the run; what was written stays, and the job says `cancelled`. */
  readonly signal?: AbortSignal;
  /** Called often, from the run itself: be quick. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How transcripts are indexed. */
export interface MinePathsOptions extends IndexPathsOptions {
  /** `auto` (default) looks at the file; `jsonl` is the generic form. */
  readonly format?: string;
}
