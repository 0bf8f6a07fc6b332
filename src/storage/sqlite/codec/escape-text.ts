/**
 * A string as text that SQLite and UTF-8 keep exactly: NUL and lone surrogates become JSON escapes, quotes and backslashes too.
 * Ordinary names stay as they are. One to one, so equal strings stay equal.
 */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The string that `escapeText` escaped. */
export function unescapeText(escaped: string): string {
  return escaped.includes("\\") ? (JSON.parse(`"${escaped}"`) as string) : escaped;
}
