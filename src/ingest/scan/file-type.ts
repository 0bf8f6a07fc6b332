import { extname } from "node:path";

/** What is read without being asked for, by extension. */
const BY_DEFAULT: Readonly<Record<string, string>> = {
  ".md": "md",
  ".markdown": "md",
  ".mdx": "md",
  ".txt": "txt",
  ".rst": "rst",
  ".canvas": "canvas",
  ".pdf": "pdf",
  ".docx": "docx",
  ".html": "html",
  ".htm": "html",
  ".xhtml": "html",
};

/** A path's extension, lower case, with its dot; empty without one. */
export function extension(path: string): string {
  return extname(path).toLowerCase();
}

/**
 * The document type of a file that is read by default; null for the others.
 *
 * @example defaultType("a/B.MD") // "md"
 */
export function defaultType(path: string): string | null {
  return BY_DEFAULT[extension(path)] ?? null;
}
