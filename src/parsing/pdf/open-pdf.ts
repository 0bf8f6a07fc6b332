import { inflateSync } from "node:zlib";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../../text/iso-date.ts";
import { OpenPdf } from "./pdf-document.ts";
import { loadPdfium } from "./pdfium.ts";

/** Bytes at the end in which the trailer has to stand; some programs append a few bytes of their own. */
const TAIL = 4096;

/** The library's errors for files that it can't decrypt: a password is asked for, or a way of encryption isn't known. */
const NEEDS_KEY: ReadonlySet<number> = new Set([4, 5]);

/** What fonts say whose numbers of glyphs are the characters themselves. */
const NUMBERED: readonly string[] = ["/ToUnicode /Identity-", "/ToUnicode/Identity-"];

/** Bounds of the unpacked size, in bytes and as a multiple of the file: pages unpack to four to ten times it, more is no written text. */
const MIN_UNPACKED = 32 * 1024 * 1024;
const MAX_TIMES = 40;

/**
 * Opens a PDF.
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `encrypted`, `truncated`, `damaged`, `too-many-pages`, `decompressed-size`
 */
export async function openPdf({ bytes, path, limits }: BinaryInput): Promise<OpenPdf> {
  const head = latin1(bytes.subarray(0, 1024));
  if (!head.includes("%PDF-")) throw skipFile(path, "wrong-type", { expected: "pdf" });
  const whole = /startxref|%%EOF/u.test(latin1(bytes.subarray(Math.max(0, bytes.length - TAIL))));
  const most = Math.min(limits.maxDecompressedBytes, Math.max(MIN_UNPACKED, MAX_TIMES * bytes.length));
  let numbersAreCharacters = false;
  const look = (data: Buffer): void => {
    numbersAreCharacters ||= NUMBERED.some((sign) => data.includes(sign));
  };
  if (unpacksBeyond(bytes, most, look)) throw skipFile(path, "decompressed-size", { bytes: bytes.length, limit: most });
  const library = await loadPdfium();
  const address = library.place(bytes);
  const document = library.call.FPDF_LoadMemDocument(address, bytes.length, 0);
  if (document === 0) {
    const error = library.call.FPDF_GetLastError();
    library.free(address);
    throw skipFile(path, NEEDS_KEY.has(error) ? "encrypted" : whole ? "damaged" : "truncated", { error });
  }
  const pdf = new OpenPdf(library, { document, bytes: address, length: bytes.length, numbersAreCharacters });
  // Checked after opening, so that an encrypted file is called encrypted; a file without its end must not be half-read.
  const reason = !whole ? "truncated" : pdf.pageCount > limits.maxPages ? "too-many-pages" : null;
  if (reason !== null) {
    pdf.close();
    throw skipFile(path, reason, whole ? { pages: pdf.pageCount, limit: limits.maxPages } : {});
  }
  return pdf;
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** A stream whose dictionary stands right before it; its keyword is followed by a line end. */
const STREAM = "stream";
/** How far before a stream its dictionary may begin. */
const DICTIONARY = 2_048;
const FLATE = /\/(?:FlateDecode|Fl)\b/g;
/** Pictures aren't decoded for their text. */
const IMAGE = /\/Subtype\s*\/Image\b/;

/**
 * Whether the streams of a PDF unpack to more than so many bytes, pictures aside. A page of a megabyte may unpack to a gigabyte, and its text
 * would be read for minutes. Streams that can't be unpacked (encrypted, damaged) count as they are: the PDF library says what is wrong with them.
 * @param look is shown the file, and each stream unpacked
 * Cost: unpacks each stream once, some 300 MB/s; memory for the largest.
 */
export function unpacksBeyond(bytes: Uint8Array, limit: number, look: (data: Buffer) => void = () => {}): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  look(file);
  let left = limit;
  for (let at = file.indexOf(STREAM); at >= 0;) {
    const start = afterLineEnd(file, at + STREAM.length);
    // "endstream" holds the word, too.
    if (start < 0 || file.toString("latin1", at - 3, at) === "end") {
      at = file.indexOf(STREAM, at + STREAM.length);
      continue;
    }
    const end = file.indexOf("endstream", start);
    const until = end < 0 ? file.length : end;
    const dictionary = dictionaryBefore(file, at);
    if (!IMAGE.test(dictionary)) {
      const packed = file.subarray(start, until);
      const data = unpacked(packed, dictionary.match(FLATE)?.length ?? 0, left);
      if (data === null || data.length > left) return true;
      if (data !== packed) look(data);
      left -= data.length;
    }
    at = file.indexOf(STREAM, until + "endstream".length);
  }
  return false;
}

function afterLineEnd(file: Buffer, at: number): number {
  if (file[at] === 13 && file[at + 1] === 10) return at + 2;
  return file[at] === 10 ? at + 1 : -1;
}

function dictionaryBefore(file: Buffer, at: number): string {
  const before = file.toString("latin1", Math.max(0, at - DICTIONARY), at);
  return before.slice(before.lastIndexOf(" obj") + 1);
}

/** What is there after `times` unpackings; as it is when it can't be unpacked, and null when it is more than `limit`. */
function unpacked(packed: Buffer, times: number, limit: number): Buffer | null {
  let data = packed;
  try {
    for (let i = 0; i < times; i++) data = inflateSync(data, { maxOutputLength: limit + 1 });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? null : packed;
  }
  return data;
}

/** What a PDF's information dictionary says, as far as it is worth anything. */
export function infoMetadata(pdf: Pick<OpenPdf, "information">): DocumentMetadata {
  const title = usefulTitle(pdf.information("Title"));
  const date = pdfDate(pdf.information("ModDate")) ?? pdfDate(pdf.information("CreationDate"));
  return { ...(title === null ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

/** Programs write their own name and the file's as titles ("Microsoft Word - report.doc", "untitled"). */
function usefulTitle(value: string): string | null {
  const title = value
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replace(/^Microsoft (?:Word|PowerPoint|Excel) - /u, "")
    .trim();
  return title === "" || /^(?:untitled.*|.*\.(?:docx?|tex|dvi|ps|indd|qxd|pptx?|xlsx?))$/iu.test(title) ? null : title;
}

/** `D:20221217024144+01'00'` as ISO 8601; a date without a time where the time is missing. */
function pdfDate(value: string): string | undefined {
  const found = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/u.exec(value);
  if (found === null) return undefined;
  const [, year, month = "01", day = "01", hour, minute, second = "00", , sign, zoneHour, zoneMinute = "00"] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || minute === undefined) return isoDate(date);
  const zone =
    sign === undefined || (zoneHour === "00" && zoneMinute === "00") ? "Z" : `${sign}${zoneHour}:${zoneMinute}`;
  return isoDate(`${date}T${hour}:${minute}:${second}${zone}`) ?? isoDate(date);
}
