import { byteOrderMark } from "../byte-order-mark.ts";
import { skipFile } from "../skip-file.ts";
import { utf16WithoutMark } from "../utf16-without-mark.ts";

/** Bytes that may hold a page's head, in which a `meta` that comes late still counts. */
const HEAD_BYTES = 64 * 1024;

/**
 * The text of an HTML file, in the order of the HTML standard: byte order mark, UTF-16 without one, then `<meta charset>` in the head, then the declaration of XML
 * that XHTML begins with, then UTF-8; and windows-1252 where that fails, as browsers do for old pages. Undecodable bytes become U+FFFD.
 *
 * @throws LociError `FILE_SKIPPED`: `wrong-type` for other formats by their first bytes, `binary` for NUL bytes
 */
export function decodeHtml(bytes: Uint8Array, path: string): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString("latin1");
  if (/^(?:%PDF-|PK\x03\x04|\x89PNG|GIF8|\xFF\xD8\xFF|\xD0\xCF\x11\xE0|\x1F\x8B|\x7FELF)/u.test(head)) throw skipFile(path, "wrong-type", { expected: "html" });
  const mark = byteOrderMark(bytes);
  if (mark !== null) return new TextDecoder(mark).decode(bytes);
  if (bytes.includes(0)) {
    const text = utf16WithoutMark(bytes);
    if (text === null) throw skipFile(path, "binary");
    return text;
  }
  const named = decoder(charset(head)) ?? decoder(/^<\?xml\s[^<>]*?\bencoding\s*=\s*["']([\w:.-]+)["']/u.exec(head)?.[1]);
  if (named !== null) return named.encoding === "windows-1252" ? windows1252(bytes) : named.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8, and nothing says what else: the web's fallback, in which every byte has a meaning.
    return windows1252(bytes);
  }
}

/** What windows-1252 has at 0x80–0x9F; undefined bytes stay what they are (WHATWG Encoding, index windows-1252). */
const UPPER = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

/** Some versions of Node decode windows-1252 as Latin-1, so that part is our own. */
function windows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replaceAll(/[\x80-\x9F]/gu, (character) => UPPER[character.charCodeAt(0) - 0x80] as string);
}

/** What a `meta` in the head says; those in comments say nothing. */
function charset(head: string): string | undefined {
  const own = head.replaceAll(/<!--[\s\S]*?(?:-->|$)/gu, "").split(/<\/head|<body/iu, 1)[0] as string;
  return /<meta\s[^<>]*?charset\s*=\s*["']?\s*([\w:.-]+)/iu.exec(own)?.[1];
}

/** A decoder for a declared encoding; null for none, and for a name that nobody knows. UTF-16 in a declaration that was readable means UTF-8. */
function decoder(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(/^utf-?16/iu.test(label) ? "utf-8" : label);
  } catch {
    return null;
  }
}
