/** A file of src/ and what it imports. */
export interface SourceFile {
  /** Relative to src/, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One import: what is written, and whether it is a call. */
export interface ImportStatement {
  readonly specifier: string;
  readonly dynamic: boolean;
  /** Nothing of it is left when types are erased. */
  readonly types: boolean;
  /** 1-based. */
  readonly line: number;
}

/** `import … from "x"`, `import "x"` and `export … from "x"`, which begin a line; what stands in comments doesn't. */
const STATIC = /^[ \t]*(?:import|export)\b(?:[^;"'`]*?\bfrom\s*)?\s*"([^"\n]+)"/gm;
const CALL = /\bimport\(\s*"([^"\n]+)"\s*\)/g;

/** A statement of types alone: `import type …`, or a list in which each name is one. */
const TYPES = /^\s*(?:import|export)\s+(?:type\b|\{\s*(?:type\s+[^,}]+,?\s*)+\}\s*from\b)/;

/** The imports of a file, by place. Types count: a layer is broken by knowing a shape, too. */
export function importsOf(text: string): readonly ImportStatement[] {
  const found = (pattern: RegExp, dynamic: boolean): readonly ImportStatement[] =>
    [...text.matchAll(pattern)].map((match) => ({
      specifier: match[1] ?? "",
      dynamic,
      types: !dynamic && TYPES.test(match[0]),
      line: text.slice(0, match.index).split("\n").length,
    }));
  return [...found(STATIC, false), ...found(CALL, true)].sort((a, b) => a.line - b.line);
}
