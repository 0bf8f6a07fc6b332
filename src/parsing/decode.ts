import type { SkipReason } from "./parser-input.ts";

/** The text of some bytes, or why they have none. */
export type Decoded = { readonly text: string } | { readonly refused: Extract<SkipReason, "binary" | "broken-utf8"> };

/**
 * Bytes to text: UTF-8, or UTF-16 or UTF-32, with its byte order mark or where nothing else fits. The mark itself is no part of
 * the text; everything else is, character for
 * character, so broken bytes are refused rather than replaced: a drawer is verbatim or it isn't.
 *
 * Refuses `binary` (a NUL, which no text has) and `broken-utf8` (also for broken UTF-16).
 * @example decode(new TextEncoder().encode("tea")) // { text: "tea" }
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = byteOrderMark(bytes) ?? "utf-8";
  if (encoding === "utf-8" && bytes.includes(0)) {
    const text = utf16WithoutMark(bytes) ?? utf32(bytes);
    return text === null ? { refused: "binary" } : { text };
  }
  const text = strictly(bytes, encoding);
  if (text === null) return { refused: "broken-utf8" };
  const wide = text.includes("\0") ? utf32(bytes) : text;
  return wide === null ? { refused: "binary" } : { text: wide };
}

/** Bytes in an encoding; null for those that it has not. */
function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // Of an encoding that this Node lacks, nothing is text.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The encoding that bytes name by beginning with its byte order mark; null where they begin otherwise. */
export function byteOrderMark([first, second, third]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** What text doesn't hold: control characters, and code points that stand for nothing or for anything. */
const NO_UTF16_TEXT = /[\0-\x08\x0E-\x1F\x7F\p{Cn}\p{Co}]/u;

/** Bytes; fewer say nothing. */
const SHORTEST_UTF16 = 4;
/** Share of NULs from which on bytes count as UTF-16; in Latin text it is a half. */
const MANY_NULS = 0.3;

/**
 * Bytes that hold NULs as UTF-16 that came without a byte order mark, as some programs on Windows save it; null when
 * they are no such text. Spaces and line ends tell the order of its bytes, else where most NULs stand: the high byte of
 * Latin letters is one. All of it must be text.
 * Cost: linear.
 */
export function utf16WithoutMark(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0 || bytes.length < SHORTEST_UTF16 || isTextWithNuls(bytes)) return null;
  const little = { blanks: 0, nuls: 0 };
  const big = { blanks: 0, nuls: 0 };
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const order = at % 2 === 1 ? little : big;
    const low = bytes[at % 2 === 1 ? at - 1 : at + 1];
    order.nuls++;
    if (low === 0x20 || low === 0x0a) order.blanks++;
  }
  const lead = little.blanks - big.blanks || little.nuls - big.nuls;
  if (lead === 0) return null;
  const text = strictly(bytes, lead > 0 ? "utf-16le" : "utf-16be");
  return text === null || NO_UTF16_TEXT.test(text) ? null : text;
}

/** Bytes as UTF-32, with or without its mark, in the order in which they are code points of text; null where they aren't. */
function utf32(bytes: Uint8Array): string | null {
  if (bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const little of [true, false]) {
    const points = Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, little));
    if (points.some((point) => point > 0x10ffff || (point >= 0xd800 && point < 0xe000))) continue;
    const text = points.map((point) => String.fromCodePoint(point)).join("");
    if (!NO_UTF16_TEXT.test(text)) return text.replace(/^\uFEFF/u, "");
  }
  return null;
}

/** Text of bytes with NULs strewn in, which would pass for Chinese. */
function isTextWithNuls(bytes: Uint8Array): boolean {
  const rest = bytes.filter((byte) => byte !== 0);
  if (bytes.length - rest.length >= MANY_NULS * bytes.length) return false;
  const text = strictly(rest, "utf-8");
  return text !== null && !NO_UTF16_TEXT.test(text);
}

/**
 * Letters and signs of European text are seldom more than this share of its bytes; other encodings and binary data are
 * above it.
 */
const MAX_HIGH = 0.25;
/** Bytes; fewer say nothing. */
const SHORTEST = 16;
/** What windows-1252 has at 0x80–0x9F; undefined bytes stay what they are (WHATWG Encoding, index windows-1252). */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

/** Bytes as windows-1252. */
export function windows1252(bytes: Uint8Array): string {
  return withSigns(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
}

/** A text whose controls at 0x80–0x9F are the signs of windows-1252: some versions of Node decode that as Latin-1. */
export function withSigns(text: string): string {
  return text.replaceAll(/[\x80-\x9F]/gu, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] as string);
}

/** Control characters, and the five bytes that stand for nothing in Windows-1252. */
const NO_TEXT = /[\0-\x08\x0B\x0E-\x1F\x7F\x81\x8D\x8F\x90\x9D]/u;
/** A character of several bytes in UTF-8. */
const MULTIBYTE = /[\xC3-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/u;

/**
 * Bytes that aren't UTF-8 as Windows-1252, the encoding of older European text; null when they are no such text. What
 * holds characters of UTF-8 is damaged UTF-8, and stays refused: its letters would come out wrong ("Ã©" for "é").
 * Cost: linear.
 */
function europeanText(bytes: Uint8Array): string | null {
  const high = bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);
  if (bytes.length < SHORTEST || high === 0 || high > MAX_HIGH * bytes.length) return null;
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return NO_TEXT.test(raw) || MULTIBYTE.test(raw) ? null : windows1252(bytes);
}

const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
const GREEK = /^\p{Script=Greek}+$/u;
/** Encodings that a detector may find, by its names for them, the least confidence that it needs, of 100, and their script. */
const DETECTED: Readonly<Record<string, readonly [encodings: string, least: number, script?: RegExp]>> = {
  Shift_JIS: ["shift_jis", 60],
  "EUC-JP": ["euc-jp", 60],
  GB18030: ["gb18030", 60],
  Big5: ["big5", 60],
  "EUC-KR": ["euc-kr", 60],
  "KOI8-R": ["koi8-r koi8-u", 10, CYRILLIC],
  "windows-1251": ["windows-1251", 10, CYRILLIC],
  "ISO-8859-5": ["iso-8859-5", 10, CYRILLIC],
  "windows-1253": ["windows-1253", 20, GREEK],
  "ISO-8859-7": ["iso-8859-7 windows-1253", 20, GREEK],
  "windows-1255": ["windows-1255", 20, /^[\p{Script=Hebrew}\p{M}]+$/u],
  "ISO-8859-8": ["windows-1255", 20, /^[\p{Script=Hebrew}\p{M}]+$/u],
  "windows-1256": ["windows-1256", 20, /^[\p{Script=Arabic}\p{M}]+$/u],
  "windows-1250": ["windows-1250", 20],
  "ISO-8859-2": ["iso-8859-2", 20],
  "windows-1254": ["windows-1254", 40],
  "ISO-8859-9": ["windows-1254", 40],
};
/** Share of the words beyond ASCII that must be of the encoding's script, in upper and lower case as people write. */
const WRITTEN = 0.8;

/** Whether a text is written in a script: an encoding that isn't its own mixes letters and cases within words, or draws lines there. */
function isWritten(text: string, script: RegExp): boolean {
  if (/\p{L}[\u2500-\u25A0]|[\u2500-\u25A0]\p{L}/u.test(text)) return false;
  const words = text.match(/[\p{L}\p{M}]+/gu)?.filter((word) => /[^\0-\x7F]/u.test(word)) ?? [];
  const sound = words.filter((word) => script.test(word) && /^(?:\p{Lu}?\P{Lu}*|\p{Lu}+)$/u.test(word));
  return sound.length >= WRITTEN * words.length;
}
/** Bytes beyond ASCII; fewer say nothing of an encoding. */
const LEAST_HIGH = 8;

/**
 * Bytes that aren't UTF-8 in the encoding of older text that they look like: Japanese, Chinese, Korean, Cyrillic, Greek
 * and Central European ones by a detector (chardet: small, kept, no package of its own; what it finds is decoded by the
 * runtime), else Windows-1252. Null when they are no such text. Text most of whose characters are UTF-8 is damaged
 * UTF-8, and stays refused.
 * Cost: linear; the detector is loaded with the first such file.
 */
async function olderText(bytes: Uint8Array): Promise<{ text: string; encoding: string } | null> {
  const damaged = new TextDecoder("utf-8").decode(bytes);
  const broken = damaged.split("\uFFFD").length - 1;
  const sound = damaged.replaceAll(/[\0-\x7F\uFFFD]/gu, "").length;
  const high = telling(bytes);
  if (sound <= broken && high.length >= LEAST_HIGH) {
    const { analyse } = await import("chardet");
    const found = analyse(high);
    const western = found.find(({ name }) => name === "windows-1252" || name === "ISO-8859-1")?.confidence ?? 0;
    const few = high.filter((byte) => byte >= 0x80).length < LEAST_HIGH;
    for (const { name, confidence } of found.slice(0, 2)) {
      const [encodings, least, script] = DETECTED[name] ?? ["", 101];
      for (const encoding of encodings.split(" ")) {
        // Central European and Turkish letters stand where Western ones do.
        const unsure = /125[04]|-2$/u.test(encoding) && (few || confidence < 1.25 * western);
        const text = confidence < least || unsure ? null : fatally(bytes, encoding);
        if (text !== null && (script === undefined || isWritten(text, script))) return { text, encoding };
      }
      // Where it is surer of Latin letters, it is of no other.
      if (encodings === "") break;
    }
  }
  const text = europeanText(bytes);
  if (text !== null) return { text, encoding: "windows-1252" };
  // The encoding of DOS, which the detector doesn't know.
  const beyond = high.filter((byte) => byte >= 0x80).length;
  const dense = beyond >= Math.max(LEAST_HIGH, MAX_HIGH * high.length);
  const dos = sound <= broken && dense ? fatally(bytes, "ibm866") : null;
  return dos !== null && isWritten(dos, CYRILLIC) ? { text: dos, encoding: "ibm866" } : null;
}

/** The lines with bytes beyond ASCII: English around them would outweigh them. */
function telling(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256 * 1024)).toString("latin1");
  return Buffer.from((lines.match(/^.*[\x80-\xFF].*$/gmu) ?? []).join("\n"), "latin1");
}

function fatally(bytes: Uint8Array, encoding: string): string | null {
  const text = strictly(bytes, encoding);
  return text === null || /[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\p{Co}]/u.test(text) ? null : text;
}

/** What begins Japanese in ISO-2022-JP, which has no bytes beyond ASCII. */
const SHIFTED = /\x1B\$[@B]/u;

/**
 * The text of a plain file, whatever it is encoded in, and that encoding where it had to be guessed. Everything that reads a text
 * file of the project's own uses it, so that whoever rewrites one sees the words that were indexed.
 * Cost: linear; as `olderText` for what isn't Unicode.
 */
export async function plainText(bytes: Uint8Array): Promise<Decoded & { readonly encoding?: string }> {
  const decoded = decode(bytes);
  if ("text" in decoded && SHIFTED.test(decoded.text)) {
    const text = fatally(bytes, "iso-2022-jp");
    if (text !== null) return { text, encoding: "iso-2022-jp" };
  }
  if (!("refused" in decoded) || decoded.refused === "binary") return decoded;
  return (await olderText(bytes)) ?? decoded;
}
