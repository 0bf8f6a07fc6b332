import type { Ignore } from "ignore";
import { join } from "node:path";
import { readPart } from "../../files/plain-file.ts";
import { extension, defaultType, typeByContent } from "../../parsing/file-type.ts";
import { LociError } from "../../model/error.ts";
import { emptyRules } from "./ignore-files.ts";

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
 * @param root of the source: what a name doesn't tell, the content may
 */
export function includeRules(include: readonly string[], exclude: readonly string[], root: string): IncludeRules {
  const patterns = include.flatMap(expandBraces);
  const adds = (pattern: string): boolean =>
    /\.[\p{L}\p{N}_+-]+$/u.test(pattern) && extension(pattern) !== "" && defaultType(pattern) === null;
  const adding = compileGlobs(patterns.filter(adds));
  const narrowing = compileGlobs(patterns.filter((pattern) => !adds(pattern)));
  const excluding = compileGlobs(exclude);
  return {
    typeOf: (path) =>
      defaultType(path) ??
      typeByContent(path, () => firstBytes(join(root, path))) ??
      (adding?.ignores(path) === true || narrowing?.ignores(path) === true ? "code" : null),
    admits: (path) => narrowing === null || narrowing.ignores(path) || (adding?.ignores(path) ?? false),
    excludes: (path) => excluding?.ignores(path) ?? false,
  };
}

/** The first bytes of a file; none of one that can't be read, of which whoever reads it tells why. */
export function firstBytes(path: string, most = 4096): Buffer {
  try {
    return readPart(path, 0, most);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Alternatives in braces that one pattern may spell out to; more is a mistake or an attack. */
const MAX_ALTERNATIVES = 1_000;

/**
 * Compiles patterns with the semantics of `.gitignore` (`*.ts` matches at any depth, `/a` and `a/b` are anchored, `a/` is a
 * folder), plus braces, `*.{ts,js}`; capitals don't count, as they don't in the extension of a type.
 * @returns a test of a path relative to the root (folders end in `/`), or null when there are no patterns
 */
export function compileGlobs(patterns: readonly string[]): Ignore | null {
  if (patterns.length === 0) return null;
  return emptyRules().add(patterns.flatMap((pattern) => expandBraces(pattern.replace(/^\.\//, ""))));
}

/**
 * `a.{ts,js}` → `a.ts`, `a.js`. Nested braces work; an unclosed one, or one after a `\`, is kept as it is.
 * @throws LociError `USAGE` when one pattern spells out to more than 1,000
 */
export function expandBraces(pattern: string): readonly string[] {
  let done: string[] = [""];
  let i = 0;
  while (i < pattern.length) {
    if (pattern[i] === "\\") {
      const escaped = pattern.slice(i, i + 2);
      done = done.map((head) => head + escaped);
      i += 2;
      continue;
    }
    const end = pattern[i] === "{" ? closing(pattern, i) : -1;
    const alternatives = end < 0 ? [pattern[i] as string] : commaParts(pattern.slice(i + 1, end)).flatMap(expandBraces);
    if (done.length * alternatives.length > MAX_ALTERNATIVES)
      throw new LociError(
        "USAGE",
        `the pattern '${pattern.slice(0, 80)}' stands for more than ${MAX_ALTERNATIVES} patterns`,
        { hint: "use fewer alternatives in braces, or several patterns" },
      );
    done = done.flatMap((head) => alternatives.map((tail) => head + tail));
    i = end < 0 ? i + 1 : end + 1;
  }
  return done;
}

function closing(pattern: string, open: number): number {
  let depth = 0;
  let commas = false;
  for (let i = open; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === "\\") i++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) commas = true;
    else if (character === "}" && --depth === 0) return commas ? i : -1;
  }
  return -1;
}

function commaParts(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const character = text[i];
    if (character === "\\" && i < text.length) i++;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    if (i === text.length || (character === "," && depth === 0)) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return parts;
}
