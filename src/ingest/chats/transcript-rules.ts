import { compileGlobs } from "../scan/glob-rules.ts";
import type { IncludeRules } from "../scan/include-rules.ts";

const TRANSCRIPT_EXTENSIONS = /\.(?:jsonl|json|ndjson|zip|txt|md|markdown)$/i;

/** Which files of a folder are read as transcripts. Include patterns narrow, exclude patterns leave out. */
export async function transcriptRules(include: readonly string[], exclude: readonly string[]): Promise<IncludeRules> {
  const including = await compileGlobs(include);
  const excluding = await compileGlobs(exclude);
  return {
    typeOf: (path) => (TRANSCRIPT_EXTENSIONS.test(path) ? "chat" : null),
    admits: (path) => including === null || including.ignores(path),
    excludes: (path) => excluding?.ignores(path) ?? false,
  };
}
