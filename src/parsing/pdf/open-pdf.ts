import { readFile } from "node:fs/promises";
import type { BinaryInput } from "../binary-input.ts";
import { skipFile } from "../skip-file.ts";
import { FontSigns } from "./font-signs.ts";
import { unpacksBeyond } from "./unpacked-size.ts";

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

/** Pages unpack to some four to ten times the size of their file; this much, or so many times it, is no text that somebody wrote. */
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
 *
 * @throws LociError `FILE_SKIPPED`: `too-large`, `wrong-type`, `encrypted`, `truncated`, `damaged`, `too-many-pages`, `decompressed-size`
 */
export async function openPdf({ bytes, path, limits }: BinaryInput): Promise<OpenedPdf> {
  if (bytes.length > limits.maxBytes)
    throw skipFile(path, "too-large", { bytes: bytes.length, limit: limits.maxBytes });
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
    throw skipFile(path, encrypted ? "encrypted" : whole ? "damaged" : "truncated", {}, error);
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
