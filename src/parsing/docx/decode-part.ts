import { byteOrderMark } from "../byte-order-mark.ts";

/**
 * The text of an XML part: UTF-8, or UTF-16 by its byte order mark or, without one, by the NUL beside its first `<` (XML 1.0, appendix F). Other
 * encodings a package may not have. Undecodable bytes become U+FFFD.
 */
export function decodePart(bytes: Uint8Array): string {
  return new TextDecoder(byteOrderMark(bytes) ?? withoutMark(bytes)).decode(bytes);
}

function withoutMark([first, second]: Uint8Array): string {
  if (first === 0x3c && second === 0) return "utf-16le";
  return first === 0 && second === 0x3c ? "utf-16be" : "utf-8";
}
