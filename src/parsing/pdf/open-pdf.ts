import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";

type PdfLibrary = typeof import("unpdf");
/** An open document, as the PDF library gives it. */
export type OpenPdf = Awaited<ReturnType<PdfLibrary["getDocumentProxy"]>>;

/** An open document, and what its bytes say of its fonts. */
export interface OpenedPdf {
  readonly pdf: OpenPdf;
  readonly signs: Readonly<FontSigns>;
}

/** Bytes at the end in which the trailer has to stand; some programs append a few bytes of their own. */
const TAIL = 4096;

/** Bounds of the unpacked size, in bytes and as a multiple of the file: pages unpack to four to ten times it, more is no written text. */
const MIN_UNPACKED = 32 * 1024 * 1024;
const MAX_TIMES = 40;

/**
 * Adobe's character maps, which say what the codes of Japanese, Chinese and Korean fonts mean that a PDF names without
 * holding them: the build copies them beside the program, a checkout has them as a package.
 */
const CHARACTER_MAPS = import.meta.url.endsWith(".ts")
  ? new URL("cmaps/", import.meta.resolve("pdfjs-dist/package.json"))
  : new URL("cmaps/", import.meta.url);

/**
 * What the PDF library asks for data that it doesn't bring along: character maps, from this machine's disk. Standard
 * fonts and decoders of pictures aren't needed for text.
 */
export class CharacterMaps {
  /**
   * @param asked kind of data, and its name (`UniJIS-UTF16-H.bcmap`)
   * @throws Error for data of other kinds, and maps that there aren't; the library goes on without
   */
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== "cMapUrl" || !/^[\w-]+\.bcmap$/u.test(filename)) throw new Error(`no ${kind} is read`);
    return new Uint8Array(await readFile(new URL(filename, CHARACTER_MAPS)));
  }
}

/**
 * Opens a PDF.
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `encrypted`, `truncated`, `damaged`, `too-many-pages`, `decompressed-size`
 */
export async function openPdf({ bytes, path, limits }: BinaryInput): Promise<OpenedPdf> {
  const head = latin1(bytes.subarray(0, 1024));
  if (!head.includes("%PDF-")) throw skipFile(path, "wrong-type", { expected: "pdf" });
  const whole = /startxref|%%EOF/u.test(latin1(bytes.subarray(Math.max(0, bytes.length - TAIL))));
  const most = Math.min(limits.maxDecompressedBytes, Math.max(MIN_UNPACKED, MAX_TIMES * bytes.length));
  const signs = new FontSigns();
  if (unpacksBeyond(bytes, most, (data) => signs.look(data)))
    throw skipFile(path, "decompressed-size", { bytes: bytes.length, limit: most });
  const { getDocumentProxy } = await import("unpdf");
  let pdf: OpenPdf;
  try {
    // The library takes the buffer away from its owner, hence the copy.
    pdf = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      useSystemFonts: false,
      useWorkerFetch: false,
      BinaryDataFactory: CharacterMaps,
      cMapPacked: true,
      // Said, since the library takes other values for them where a checkout has its development package.
      cMapUrl: "/",
      standardFontDataUrl: undefined,
      disableFontFace: true,
      fontExtraProperties: true,
    });
  } catch (error) {
    const encrypted = error instanceof Error && error.name === "PasswordException";
    throw skipFile(path, encrypted ? "encrypted" : whole ? "damaged" : "truncated", { cause: error });
  }
  // Checked after opening, so that an encrypted file is called encrypted; a file without its end must not be half-read.
  const reason = !whole ? "truncated" : pdf.numPages > limits.maxPages ? "too-many-pages" : null;
  if (reason !== null) {
    await pdf.loadingTask.destroy();
    throw skipFile(path, reason, { pages: pdf.numPages, limit: limits.maxPages });
  }
  return { pdf, signs };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Number of first pages checked: those of a scan are like the others. */
const LOOKED_AT = 3;

/** Whether the first pages of a document without text draw something: pictures, or letters as outlines. */
export async function drawsAnything(pdf: OpenPdf): Promise<boolean> {
  const { getResolvedPDFJS } = await import("unpdf");
  const { OPS } = await getResolvedPDFJS();
  const drawing = new Set(
    Object.entries(OPS).flatMap(([name, operator]) =>
      /^(?:paint|constructPath|fill|stroke|shadingFill)/u.test(name) && !/Form/u.test(name) ? [operator as number] : [],
    ),
  );
  for (let number = 1; number <= Math.min(LOOKED_AT, pdf.numPages); number++) {
    const { fnArray } = await (await pdf.getPage(number)).getOperatorList();
    if (fnArray.some((operator) => drawing.has(operator))) return true;
  }
  return false;
}

/** Names of glyphs that are made of several letters; the library knows none of these. */
const COMPOUND: readonly string[] = ["f_f", "f_i", "f_l", "f_j", "t_t"];
const IDENTITY = "/Identity-";
const FIRST = "/FirstChar";
const CARRIAGE_RETURN = 13;
/** Distance, in bytes, around its encoding within which a font's dictionary is searched for. */
const REACH = 1_000;

/**
 * What the bytes of a PDF say about whether the library can name its characters. To ask it font by font costs as much
 * as the pages' text, and hardly any file needs it.
 */
export class FontSigns {
  /** A font of numbered glyphs without a map to characters. */
  nameless = false;
  /** Such numbers are said to be the characters themselves. */
  numbersAreCharacters = false;
  /** Glyphs of several letters that are named as such. */
  compound = false;

  /** A font whose glyphs begin where other fonts have codes of white space, as those of TeX do. */
  low = false;

  /** Looks at the file itself, or at what one of its streams unpacks to. Cost: a few searches, some 1 GB/s. */
  look(data: Buffer): void {
    this.compound ||= COMPOUND.some((name) => data.includes(name));
    for (let at = data.indexOf(FIRST); at >= 0 && !this.low; at = data.indexOf(FIRST, at + FIRST.length))
      this.low =
        Number.parseInt(data.toString("latin1", at + FIRST.length, at + FIRST.length + 8), 10) <= CARRIAGE_RETURN;
    for (let at = data.indexOf(IDENTITY); at >= 0; at = data.indexOf(IDENTITY, at + IDENTITY.length)) {
      const before = data.toString("latin1", Math.max(0, at - REACH), at);
      const dictionary =
        before.slice(before.lastIndexOf("<<")) + data.toString("latin1", at, at + REACH).split(">>", 1)[0];
      this.numbersAreCharacters ||= /\/ToUnicode\s*$/u.test(before);
      this.nameless ||= /\/Type0\b/u.test(dictionary) && !dictionary.includes("/ToUnicode");
    }
  }
}

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
export function infoMetadata(info: Readonly<Record<string, unknown>>): DocumentMetadata {
  const title = usefulTitle(info["Title"]);
  const date = pdfDate(info["ModDate"]) ?? pdfDate(info["CreationDate"]);
  return { ...(title === null ? {} : { title }), ...(date === undefined ? {} : { date }) };
}

/** Programs write their own name and the file's as titles ("Microsoft Word - report.doc", "untitled"). */
function usefulTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const title = value
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replace(/^Microsoft (?:Word|PowerPoint|Excel) - /u, "")
    .trim();
  return title === "" || /^(?:untitled.*|.*\.(?:docx?|tex|dvi|ps|indd|qxd|pptx?|xlsx?))$/iu.test(title) ? null : title;
}

/** `D:20221217024144+01'00'` as ISO 8601; a date without a time where the time is missing. */
function pdfDate(value: unknown): string | undefined {
  const found =
    typeof value === "string"
      ? /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/u.exec(value)
      : null;
  if (found === null) return undefined;
  const [, year, month = "01", day = "01", hour, minute, second = "00", , sign, zoneHour, zoneMinute = "00"] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || minute === undefined) return isoDate(date);
  const zone =
    sign === undefined || (zoneHour === "00" && zoneMinute === "00") ? "Z" : `${sign}${zoneHour}:${zoneMinute}`;
  return isoDate(`${date}T${hour}:${minute}:${second}${zone}`) ?? isoDate(date);
}
