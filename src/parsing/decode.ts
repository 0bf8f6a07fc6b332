import type { SkipReason } from "./skip-file.ts";
import { utf16WithoutMark } from "./utf16-without-mark.ts";

/** The text of some bytes, or why they have none. */
export type Decoded = { readonly text: string } | { readonly refused: Extract<SkipReason, "binary" | "broken-utf8"> };

/**
 * Bytes to text: UTF-8, or UTF-16, with its byte order mark or where nothing else fits. The mark itself is no part of
 * the text; everything else is, character for
 * character, so broken bytes are refused rather than replaced: a drawer is verbatim or it isn't.
 *
 * Refuses `binary` (a NUL, which no text has) and `broken-utf8` (also for broken UTF-16).
 *
 * @example decode(new TextEncoder().encode("tea")) // { text: "tea" }
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = byteOrderMark(bytes) ?? "utf-8";
  if (encoding === "utf-8" && bytes.includes(0)) {
    const text = utf16WithoutMark(bytes);
    return text === null ? { refused: "binary" } : { text };
  }
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? { refused: "binary" } : { text };
  } catch (error) {
    if (error instanceof TypeError) return { refused: "broken-utf8" };
    throw error;
  }
}

/** The encoding that bytes name by beginning with its byte order mark; null where they begin otherwise. */
export function byteOrderMark([first, second, third]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}
