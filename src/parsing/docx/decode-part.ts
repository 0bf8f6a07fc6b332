/**
 * The text of an XML part: UTF-8, or UTF-16 by its byte order mark or, without one, by the NUL beside its first `<` (XML 1.0, appendix F). Other
 * encodings a package may not have. Undecodable bytes become U+FFFD.
 */
export function decodePart(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
