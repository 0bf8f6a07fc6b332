import CODE_PAGES from "./code-pages.json" with { type: "json" };
import { type Fields, jsonFields } from "../text/fields.ts";
import { type BinaryInput, skipFile, type SkipReason } from "./parser-input.ts";

/** The text of some bytes, or why they have none. */
export type Decoded = { readonly text: string } | { readonly refused: Extract<SkipReason, "binary" | "broken-utf8"> };

/**
 * Bytes to text: UTF-8, or UTF-16 with its byte order mark or where nothing else fits. The mark itself is no part of
 * the text; everything else is, character for
 * character, so broken bytes are refused rather than replaced: a drawer is verbatim or it isn't.
 *
 * Refuses `binary` (a NUL, which no text has) and `broken-utf8` (also for broken UTF-16).
 * @example decode(new TextEncoder().encode("tea")) // { text: "tea" }
 */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = byteOrderMark(bytes) ?? "utf-8";
  if (encoding === "utf-8" && bytes.includes(0)) {
    const text = utf16WithoutMark(bytes);
    return text === null ? { refused: "binary" } : { text };
  }
  const text = strictly(bytes, encoding);
  if (text === null) return { refused: "broken-utf8" };
  return text.includes("\0") ? { refused: "binary" } : { text };
}

/** The object of a file of JSON; null where it is none. @throws LociError `FILE_SKIPPED`: `binary`, `broken-utf8`, `empty` */
export function decodedJson({ bytes, path }: BinaryInput): Fields | null {
  const decoded = decode(bytes);
  if ("refused" in decoded) throw skipFile(path, decoded.refused);
  if (decoded.text.trim() === "") throw skipFile(path, "empty");
  return jsonFields(decoded.text);
}

/** Bytes in an encoding; null for those that it has not. */
export function strictly(bytes: Uint8Array, encoding: string): string | null {
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

/** Text of bytes with NULs strewn in, which would pass for Chinese. */
function isTextWithNuls(bytes: Uint8Array): boolean {
  // A control character is no text. Some stand at the beginning of most binary files, which are not copied then.
  if (bytes.subarray(0, 65_536).some((byte) => (byte > 0 && byte < 0x09) || (byte > 0x0d && byte < 0x20))) return false;
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
/** In a few words, shorter than so many bytes, there may be more. */
const FEW_WORDS = 30;
const MAX_HIGH_OF_FEW = 0.4;
/** Bytes; fewer say nothing where one of them alone is beyond ASCII. */
const SHORTEST = 16;
/** What windows-1252 has at 0x80–0x9F; undefined bytes stay what they are (WHATWG Encoding, index windows-1252). */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

export const windows1252 = (bytes: Uint8Array): string =>
  withSigns(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));

/** The bytes that `windows1252` makes a text of; null for a text that it never gives. */
export function bytesOfWindows1252(text: string): Buffer | null {
  const written = text.replaceAll(/[^\0-\xFF]/gu, (sign) =>
    SIGNS.includes(sign) ? String.fromCharCode(0x80 + SIGNS.indexOf(sign)) : sign,
  );
  return /[^\0-\xFF]/u.test(written) ? null : Buffer.from(written, "latin1");
}

/** A text whose controls at 0x80–0x9F are the signs of windows-1252: some versions of Node decode that as Latin-1. */
export const withSigns = (text: string): string =>
  text.replaceAll(/[\x80-\x9F]/gu, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] as string);

/** A character of UTF-8 in more than one byte, decoded as Windows-1252. */
export const MISREAD = new RegExp(`[\u00C2-\u00F4](?:[\u00A0-\u00BF${SIGNS}])+`, "gu");

/** Of so many characters beyond ASCII, one may look like UTF-8 in text that isn't: ß before a quotation mark does. */
const DAMAGED = 5;
/** Encodings that older text may be in, as the detector names them. Others of its eighty were seldom used for text files. */
const ENCODINGS = (
  "cp932 euc-jp gb18030 big5 cp949 koi8-r koi8-u ibm866 windows-1251 iso-8859-5 windows-1253 iso-8859-7 " +
  "windows-1255 windows-1256 cp874 windows-1250 iso-8859-2 windows-1254 windows-1257 cp1258 windows-1252 " +
  Object.keys(CODE_PAGES).join(" ")
).split(" ");
const PAGES = new Map(Object.entries({ 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh" }));

/** What the runtime calls the encoding of a code page: one of Windows, unless it has a name. @example encodingOf("1251") // "windows-1251" */
const encodingOf = (codePage: string): string => PAGES.get(codePage) ?? `windows-${codePage}`;

/** What reads bytes of a code page by its number; of one that nobody knows, that of most files. */
export function decoderOf(codePage = "1252"): { decode(bytes: Uint8Array): string } {
  const own = { decode: (bytes: Uint8Array) => ofCodePage(bytes, `cp${codePage}`) ?? windows1252(bytes) };
  try {
    return codePage === "1252" ? own : new TextDecoder(encodingOf(codePage));
  } catch {
    return own;
  }
}

/**
 * Encodings of Latin script beside Windows-1252, among which letters decide too, and what the detector's guess counts beside one letter: the less it
 * had to go by, the less.
 */
const LATIN = /^(?:windows-12(?:50|54|57|58)|iso-8859-2|cp(?:437|85[027])|mac(?:latin2|turkish))$/u;
const CERTAIN = 8;
const CERTAIN_A_BYTE = 2;
/** Bytes that are looked at. */
const SAMPLE = 256 * 1024;
/** Bytes beyond ASCII; fewer say nothing of an encoding. */
const LEAST_HIGH = 2;
/** Letters of ASCII beside those of a script that isn't Latin and is written with spaces. */
const MIXED =
  /[A-Za-z][\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}][A-Za-z]/u;
/** Share of the words beyond ASCII that may be mixed so; an encoding that isn't a text's mixes most ("GrцЯe"). */
const MOST_MIXED = 0.2;
/**
 * Least confidence of the detector, and how much surer it must be of another encoding than of Windows-1252. Chosen on translated programs in 45
 * languages, in texts of 1 to 200 lines.
 */
const LEAST = 0.02;
const SURER = 1.1;
/** What is left of that confidence for the Macintosh's encoding: the most with which no text in Windows-1252 was taken for it. */
const SELDOM = 0.4;

/**
 * Bytes that aren't UTF-8 in the encoding of older text that they look like, by a detector (jschardet: kept, no packages
 * of its own, a model of letters by language and encoding; what it finds is decoded by the runtime), else Windows-1252.
 * Null when they are no such text. What holds more characters of UTF-8 than broken ones is that, with U+FFFD for these:
 * in another encoding all others would come out wrong ("Ã©" for "é").
 * Cost: 100 ms for the first such file, then some milliseconds.
 */
async function olderText(bytes: Uint8Array): Promise<{ text: string; encoding: string } | null> {
  const damaged = new TextDecoder("utf-8").decode(bytes);
  const broken = damaged.split("\uFFFD").length - 1;
  const sound = damaged.replaceAll(/[\0-\x7F\uFFFD]/gu, "").length;
  if (sound > broken) return NO_PLAIN_TEXT.test(damaged) ? null : { text: damaged, encoding: "utf-8" };
  const high = bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);
  const { detectAll } = await import("jschardet");
  const options = { detectEncodings: ENCODINGS, minimumThreshold: 0 };
  const guesses = high < LEAST_HIGH ? [] : detectAll(linesBeyond(bytes), options);
  const found = guesses.map(({ encoding, confidence }) => {
    const name = (encoding ?? "").toLowerCase();
    const own = name.startsWith("cp") && !isSeldom(name) ? encodingOf(name.slice(2)) : name;
    return { encoding: own, confidence };
  });
  const western = found.find(({ encoding }) => encoding === "windows-1252")?.confidence ?? 0;
  const mostHigh = (bytes.length < FEW_WORDS ? MAX_HIGH_OF_FEW : MAX_HIGH) * bytes.length;
  const plain = (bytes.length >= SHORTEST || high >= LEAST_HIGH) && high <= mostHigh && DAMAGED * sound <= broken;
  const confidence = Math.max(LEAST, western);
  const regional = found
    .filter((one) => LATIN.test(one.encoding) && one.confidence >= LEAST)
    .map((one) => (isSeldom(one.encoding) ? { ...one, confidence: Math.min(one.confidence, confidence) } : one));
  const usual = [{ encoding: "windows-1252", confidence }];
  if (high >= LEAST_HIGH) usual.push({ encoding: "macintosh", confidence });
  const weight = Math.min(CERTAIN, CERTAIN_A_BYTE * high);
  const latin = [...(plain ? usual : []), ...regional]
    .flatMap(({ encoding, confidence }) => {
      const text = fatally(bytes, encoding);
      const letters = likelihoodOfLetters(text?.slice(0, SAMPLE) ?? "");
      const seldom = encoding === "macintosh" || isSeldom(encoding) ? CERTAIN * Math.log(SELDOM) : 0;
      return text === null ? [] : [{ text, encoding, likely: weight * Math.log(confidence) + letters + seldom }];
    })
    .sort((a, b) => b.likely - a.likely)[0];
  const others: Other[] = [];
  for (const { encoding, confidence } of found) {
    if (LATIN.test(encoding) && latin === undefined) continue;
    if (LATIN.test(encoding) || confidence < Math.max(LEAST, SURER * western)) break;
    const text = fatally(bytes, encoding);
    const words = text?.match(/\p{L}*[^\P{L}\0-\x7F]\p{L}*/gu) ?? [];
    const mixed = words.filter((word) => MIXED.test(word)).length;
    if (text !== null && mixed <= MOST_MIXED * words.length) others.push({ text, encoding, confidence });
  }
  return otherOf(others, western) ?? latin ?? null;
}

type Other = Readonly<Record<"text" | "encoding", string>> & { readonly confidence: number };

/** The first decoding in a script other than Latin; or that of DOS or the Macintosh, where it has letters and the first has signs. */
function otherOf(others: readonly Other[], western: number): Other | undefined {
  const usual = others.find((one) => !isSeldom(one.encoding));
  const seldom = others.find((one) => isSeldom(one.encoding) && one.confidence * SELDOM >= western);
  if (usual === undefined || seldom === undefined) return usual ?? seldom;
  const faults = ({ text }: Other): number =>
    text.match(/[^\p{L}\p{M}\0-\x7F]|(?<=\p{Ll})[^\P{Lu}\0-\x7F]/gu)?.length ?? 0;
  return seldom.confidence * SURER >= usual.confidence && 2 * faults(seldom) < faults(usual) ? seldom : usual;
}

/**
 * By language, its letters beyond ASCII, the most frequent first: counted in one half of the programs that a distribution has translated, and the
 * others of its alphabet behind. Of scripts that an encoding of one byte holds.
 */
const LETTERS = (
  "af êëïéôöû,ca óéàíèòçúïü,cs íáéřýčžěšůúňóťďö,da øåæé,de üäößé,es óáíúéñü,et äõüöžš,fi äöåšž,fo ðáíóúøýæ,fr éàèêôîçâûùœïë," +
  "ga íáéúó,hr čšžćđ,hu áéöóíőüúű,is ðáíóýæþúöé,it èàòùéìíá,lt šėųįąžčūę,lv āēīšļūņķžģč,nl éëïöóíáè,pl łęóżąśćńź," +
  "pt ãçáíéóõúêâàü,ro ăîâşţ,sk áčíéýúžťľšäóňĺôďŕ,sl čšž,sq ëç,sv äöåé,tr ışçüğöâîû,vi àáíêôóđùâăúươéạảấầậếệộớợìòèýõãẽĩũ"
).split(",");
/** Share of a letter that is foreign to a language, and of a sign; chosen on the same half. */
const FOREIGN = 0.0005;
const SIGN = 0.05;
/** What stands in no text: accents alone, within a word other signs than an apostrophe, and capitals behind small letters. */
const NO_SIGNS = /[^\P{Sk}\0-\x7F]|(?<=\p{L})[^\p{L}\p{M}\0-\x7F’](?=\p{L})|(?<=\p{Ll})[^\P{Lu}\0-\x7F]/gu;
/** By language, the logarithm of each letter's share: falling with its rank (Zipf). */
const SHARES = LETTERS.map((language) => {
  const letters = [...language.slice("af ".length)];
  const sum = letters.reduce((all, _, i) => all + 1 / (i + 1), 0);
  return new Map(letters.map((letter, i) => [letter, -Math.log((i + 1) * sum)]));
});

/**
 * How likely what stands beyond ASCII in a text is in the language that it suits best, as a logarithm: the right one of several decodings
 * of the same bytes has the letters of one language. Cost: linear.
 */
function likelihoodOfLetters(text: string): number {
  const beyond =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/[^\0-\x7F]/gu) ?? [];
  const letters = Map.groupBy(beyond, (one) => (/[\p{L}\p{M}]/u.test(one) ? one : ""));
  const signs = (letters.get("")?.length ?? 0) * Math.log(SIGN);
  letters.delete("");
  const sums = SHARES.map((shares) =>
    [...letters].reduce((sum, [letter, { length }]) => sum + length * (shares.get(letter) ?? Math.log(FOREIGN)), 0),
  );
  return Math.max(...sums) + signs + (text.match(NO_SIGNS)?.length ?? 0) * Math.log(FOREIGN / SIGN);
}

/** Whether an encoding is one of DOS or of the Macintosh, which few texts are in. */
const isSeldom = (encoding: string): boolean => Object.hasOwn(CODE_PAGES, encoding);

/** The lines with bytes beyond ASCII: English around them would outweigh them. */
function linesBeyond(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE)).toString("latin1");
  return Buffer.from((lines.match(/^.*[\x80-\xFF].*$/gmu) ?? []).join("\n"), "latin1");
}

const NO_PLAIN_TEXT = /[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\p{Co}]/u;

function fatally(bytes: Uint8Array, encoding: string): string | null {
  const text =
    encoding === "windows-1252" ? windows1252(bytes) : (ofCodePage(bytes, encoding) ?? strictly(bytes, encoding));
  return text === null || NO_PLAIN_TEXT.test(text) ? null : text;
}

/** Bytes in an encoding of DOS or of the Macintosh that the runtime lacks. */
function ofCodePage(bytes: Uint8Array, encoding: string): string | null {
  const page: string | undefined = CODE_PAGES[encoding as keyof typeof CODE_PAGES];
  const text = page && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text?.replaceAll(/[\x80-\xFF]/gu, (byte) => page?.[byte.charCodeAt(0) - 0x80] as string) ?? null;
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
  const older = await olderText(bytes);
  return older === null ? decoded : { text: older.text, encoding: older.encoding };
}
