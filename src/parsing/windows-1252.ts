/** Letters and signs of European text are seldom more than this share of its bytes; other encodings and binary data are above it. */
const MAX_HIGH = 0.25;
/** Bytes; fewer say nothing. */
const SHORTEST = 16;
/** The bytes from 0x80 to 0x9F; the others are those of Latin-1. Node's decoder of that name reads these as control characters. */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
/** Control characters, and the five bytes that stand for nothing in Windows-1252. */
const NO_TEXT = /[\0-\x08\x0B\x0E-\x1F\x7F\x81\x8D\x8F\x90\x9D]/u;
/** A character of several bytes in UTF-8. */
const MULTIBYTE = /[\xC3-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/u;

/**
 * Bytes that aren't UTF-8 as Windows-1252, the encoding of older European text; null when they are no such text. What holds characters of
 * UTF-8 is damaged UTF-8, and stays refused: its letters would come out wrong ("Ã©" for "é").
 *
 * Cost: linear.
 */
export function windows1252(bytes: Uint8Array): string | null {
  const high = bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);
  if (bytes.length < SHORTEST || high === 0 || high > MAX_HIGH * bytes.length) return null;
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (NO_TEXT.test(raw) || MULTIBYTE.test(raw)) return null;
  return raw.replaceAll(/[\x80-\x9F]/gu, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] as string);
}
