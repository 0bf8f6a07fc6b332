/** The encoding that bytes name by beginning with its byte order mark; null where they begin otherwise. */
export function byteOrderMark([first, second, third]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}
