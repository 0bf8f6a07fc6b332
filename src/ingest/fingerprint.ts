import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { SourceOptions, Source } from "../model/source.ts";
import { namedHalls } from "../palace/halls/classify-hall.ts";
import type { GitUser } from "./scan/ignore-files.ts";
import type { Scope } from "../model/caller.ts";

/** Rises when parsing, chunking or placing changes what drawers come out of the same bytes, or what of them is searched. */
const INGEST_VERSION = 52;

/**
 * What besides the bytes of files decides the drawers of a source, as a hash. Where it differs from the fingerprint that the
 * stored drawers were made by, every file is read again (and, thanks to the cache, nothing is embedded again).
 * @param project own name of the project around the source
 * @param model identity of the embedding model; null for none
 */
export function fingerprintOf(
  options: SourceOptions,
  settings: IngestSettings,
  { project, model }: { readonly project: string | null; readonly model: string | null },
): string {
  const parts = [
    INGEST_VERSION,
    options.scope,
    options.wing,
    options.room,
    options.format,
    settings.wing,
    namedHalls(settings.hallKeywords),
    project,
    settings.chunking.maxChunkSize,
    settings.chunking.overlapLines,
    settings.chunking.maxMessageSize,
    model,
    // Only where they do, so that a setting nobody made reads nothing again.
    ...(settings.redactsDocuments ? ["redacted"] : []),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

interface ChunkingSettings {
  /** Characters. */
  readonly maxChunkSize: number;
  /** Of a piece of a message; `maxChunkSize` holds too. */
  readonly maxMessageSize: number;
  readonly overlapLines: number;
}

export interface IngestSettings {
  readonly chunking: ChunkingSettings;
  readonly maxFileBytes: number;
  /** `security.redact` is `all`: documents lose their secrets before they are cut. */
  readonly redactsDocuments: boolean;
  /** `ingest.scope`: for sources that were given none; null when not set. */
  readonly scope: Scope | null;
  /** Patterns of the configuration, beside those of each source. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whose exclude files count in git repositories. */
  readonly git: GitUser;
  /** `palace.wing`; null when not set. */
  readonly wing: string | null;
  /** `palace.hall_keywords`. */
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
}

/** The fingerprint that is in force for a source. @param model identity of the embedding model; null for none */
export function sourceFingerprint(
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  { settings, projectOf }: { readonly settings: IngestSettings; readonly projectOf: (folder: string) => string | null },
  model: string | null,
) {
  const project = kind === "chat" || kind === "hand" ? null : projectOf(kind === "folder" ? root : dirname(root));
  return {
    /** See `Source.recipe`. */
    fingerprint: fingerprintOf({ ...options, scope: options.scope ?? settings.scope }, settings, { project, model }),
    /** See `PlaceInput`. */
    project,
  };
}
