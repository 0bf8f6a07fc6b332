import type { Scope } from "../model/scope.ts";

/** How documents become drawers. */
export interface ChunkingSettings {
  /** Characters. */
  readonly maxChunkSize: number;
  readonly overlapLines: number;
}

/** The settings of ingest. */
export interface IngestSettings {
  readonly chunking: ChunkingSettings;
  readonly maxFileBytes: number;
  /** `ingest.scope`: for sources that were given none; null when not set. */
  readonly scope: Scope | null;
  /** Patterns of the configuration, beside those of each source. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `palace.wing`; null when not set. */
  readonly wing: string | null;
  /** `palace.hall_keywords`. */
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
}
