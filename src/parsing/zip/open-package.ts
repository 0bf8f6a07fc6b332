import { type BinaryInput, skipFile } from "../parser-input.ts";
import { bytesSource, readZipDirectory, readZipEntry, type ZipEntry, ZipFault } from "./zip-directory.ts";
import { byteOrderMark, windows1252 } from "../decode.ts";

const BEGINS = /<(?:!--|!\[CDATA\[|\?)/gu;
const ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };

/**
 * XML that says the same in elements and text alone: without comments and instructions, and with the text of CDATA
 * sections as any other. The library fails on the ones inside a text, and leaves the others' text out.
 * Cost: linear.
 */
function plainMarkup(xml: string): string {
  let plain = "";
  let from = 0;
  for (const { 0: begin, index } of xml.matchAll(BEGINS)) {
    // Inside the one before.
    if (index < from) continue;
    const ending = ENDS[begin] as string;
    const end = xml.indexOf(ending, index + begin.length);
    // Damaged, as the library will say.
    if (end === -1) break;
    plain += xml.slice(from, index);
    if (begin === "<![CDATA[")
      plain += xml
        .slice(index + begin.length, end)
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;");
    from = end + ending.length;
  }
  return plain + xml.slice(from);
}

/** Entries that a document may have; pictures and embedded files count. */
const MAX_ENTRIES = 10_000;
/** A part that unpacks to more than so many times its size, and is large, is a bomb. Real XML stays under 100. */
const MAX_RATIO = 150;
const RATIO_MATTERS = 8 * 1024 * 1024;

/** The XML parts of a package that were read on the way, by name. */
export type PackageParts = ReadonlyMap<string, string>;

interface PackageKind {
  /** The type that its name promises. */
  readonly expected: string;
  /** Parts without which it is something else. */
  readonly needs: RegExp;
  readonly reads: Pick<RegExp, "test">;
}

/** Parts of office files that are read. */
export const XML_PARTS = /\.(?:xml|rels)$/iu;

/**
 * Unpacks what is read of an office file or a book: that it is one, and that no part unpacks to more than it says or than
 * the limits allow.
 * @returns the parts, decoded, without comments, instructions and CDATA sections
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `encrypted`, `truncated`, `damaged`, `decompressed-size`
 * Cost: unpacks the parts that are read once.
 */
export async function openPackage(
  { bytes, path, limits }: BinaryInput,
  { expected, needs, reads }: PackageKind,
): Promise<PackageParts> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.length)).toString("latin1");
  if (head === "\xD0\xCF\x11\xE0")
    throw skipFile(path, isEncryptedPackage(bytes) ? "encrypted" : "wrong-type", { expected });
  if (!head.startsWith("PK")) throw skipFile(path, "wrong-type", { expected });
  const parts = new Map<string, string>();
  try {
    const source = bytesSource(bytes);
    const entries = await readZipDirectory(source, MAX_ENTRIES);
    if (!entries.some(({ name }) => needs.test(name))) throw skipFile(path, "wrong-type", { expected });
    refuseBombs(entries, { path, limit: limits.maxDecompressedBytes });
    for (const entry of entries) {
      if (!reads.test(entry.name)) continue;
      parts.set(entry.name, plainMarkup(decodePart(await readZipEntry(source, entry, limits.maxDecompressedBytes))));
    }
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw skipFile(path, error.kind, { what: error.message, cause: error });
  }
  return parts;
}

/** Pictures of a package; not the small one of itself that a program puts beside them. */
const PICTURES = /^(?!docProps\/|Thumbnails\/).*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$/iu;

/** Whether a file is a package with a picture in it. Cost: reads the directory only. */
export async function holdsPictures(bytes: Uint8Array): Promise<boolean> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  return (await readZipDirectory(bytesSource(bytes), MAX_ENTRIES)).some(({ name }) => PICTURES.test(name));
}

/**
 * A document that is one file of XML instead of a package: its text, as a part has it.
 * @param root what its first element is called, by which it is known
 * @returns null where the bytes begin otherwise
 */
export function flatPackage({ bytes }: Pick<BinaryInput, "bytes">, root: string): string | null {
  const head = decodePart(bytes.subarray(0, 4096));
  if (!head.trimStart().startsWith("<") || !head.includes(`<${root}`)) return null;
  return plainMarkup(decodePart(bytes));
}

function refuseBombs(entries: readonly ZipEntry[], { path, limit }: { path: string; limit: number }): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limit) throw skipFile(path, "decompressed-size", { bytes: total, limit });
  const bomb = entries.find(
    ({ size, compressedSize }) => size > RATIO_MATTERS && size > MAX_RATIO * Math.max(1, compressedSize),
  );
  if (bomb !== undefined)
    throw skipFile(path, "decompressed-size", { part: bomb.name, bytes: bomb.size, packed: bomb.compressedSize });
}

/** An encrypted Office file is a compound file with this stream ([MS-OFFCRYPTO] 2.3.4.4). */
const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from("EncryptedPackage", "utf16le"));

/**
 * The text of an XML part: UTF-8, or UTF-16 by its byte order mark or, without one, by the NUL beside its first `<`
 * (XML 1.0, appendix F), or Western as declared. Other encodings a package may not have. Undecodable bytes become U+FFFD.
 */
function decodePart(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 100)).toString("latin1");
  // Books of before EPUB are in what their declaration says.
  const older = /^<\?xml[^>]*\sencoding=["'](iso-8859-1|windows-1252)["']/iu.test(head);
  return older ? windows1252(bytes) : new TextDecoder(byteOrderMark(bytes) ?? withoutMark(bytes)).decode(bytes);
}

function withoutMark([first, second]: Uint8Array): string {
  if (first === 0x3c && second === 0) return "utf-16le";
  return first === 0 && second === 0x3c ? "utf-16be" : "utf-8";
}
