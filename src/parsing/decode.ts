import { byteOrderMark } from "./byte-order-mark.ts";
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
