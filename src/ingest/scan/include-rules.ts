import { extension, defaultType } from "./file-type.ts";
import { compileGlobs, expandBraces } from "./glob-rules.ts";

/** Which files of a source are read, before ignore files are asked. */
export interface IncludeRules {
  /** The document type as which a file is read: a default type, `code` for what was asked for by pattern, null for none. */
  typeOf(path: string): string | null;
  /** Whether a file of a default type takes part. */
  admits(path: string): boolean;
  /** Whether a file or folder (ends in `/`) was excluded by pattern. */
  excludes(path: string): boolean;
}

/**
 * Reads `--include` and `--exclude`.
 *
 * An include pattern that ends in an extension that isn't read by default (`**\/*.ts`) *adds* such files, as code or text;
 * every other one (`notes/**`, `*.md`) *narrows* the default formats to what matches. So `--include '**\/*.ts'` reads the
 * code beside the notes, `--include 'notes/**'` only those notes, and both together do both.
 */
export async function includeRules(include: readonly string[], exclude: readonly string[]): Promise<IncludeRules> {
  const patterns = include.flatMap(expandBraces);
  const adds = (pattern: string): boolean =>
    /\.[\p{L}\p{N}_+-]+$/u.test(pattern) && extension(pattern) !== "" && defaultType(pattern) === null;
  const adding = await compileGlobs(patterns.filter(adds));
  const narrowing = await compileGlobs(patterns.filter((pattern) => !adds(pattern)));
  const excluding = await compileGlobs(exclude);
  return {
    typeOf: (path) =>
      defaultType(path) ?? (adding?.ignores(path) === true || narrowing?.ignores(path) === true ? "code" : null),
    admits: (path) => narrowing === null || narrowing.ignores(path) || (adding?.ignores(path) ?? false),
    excludes: (path) => excluding?.ignores(path) ?? false,
  };
}
