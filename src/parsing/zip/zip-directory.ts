import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

/** What is wrong with an archive. Callers turn it into an error of their own. */
export class ZipFault extends Error {
  readonly kind: "truncated" | "damaged" | "encrypted" | "decompressed-size";

  constructor(kind: ZipFault["kind"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ZipFault";
    this.kind = kind;
  }
}

/** A file in a ZIP archive, as the archive's central directory describes it. */
export type ZipEntry = Readonly<ReturnType<typeof readEntry>>;

const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

/**
 * Reads the central directory of a ZIP archive (APPNOTE 6.3.10, with ZIP64), and refuses what bombs are made of.
 * @param maxEntries more entries than this are refused
 * @throws ZipFault `truncated` without an end record, `damaged` when records contradict each other or entries share bytes,
 *   `decompressed-size` for more entries than that
 * Cost: reads the directory only.
 */
export async function readZipDirectory(source: ByteSource, maxEntries: number): Promise<ZipEntry[]> {
  const { count, size, offset } = await findDirectory(source);
  if (count > maxEntries) throw new ZipFault("decompressed-size", `${count} entries`);
  if (size > MAX_DIRECTORY_BYTES || offset + size > source.size)
    throw new ZipFault("damaged", "the directory lies outside the file");
  const directory = view(await source.read(offset, size));
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== CENTRAL)
      throw new ZipFault("damaged", `entry ${i} of the directory`);
    const lengths = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const next = lengths.reduce((sum, length) => sum + length, at + 46);
    if (next > directory.byteLength) throw new ZipFault("damaged", `entry ${i} of the directory`);
    entries.push(readEntry(directory, at));
    at = next;
  }
  refuseOverlaps(entries, offset);
  return entries;
}

function readEntry(directory: DataView, at: number) {
  const nameLength = directory.getUint16(at + 28, true);
  const extraLength = directory.getUint16(at + 30, true);
  const flags = directory.getUint16(at + 8, true);
  let compressedSize = directory.getUint32(at + 20, true);
  let size = directory.getUint32(at + 24, true);
  let offset = directory.getUint32(at + 42, true);
  // ZIP64: fields that are all ones stand in the extra field 1, in this order.
  for (
    let extra = at + 46 + nameLength, end = extra + extraLength;
    extra + 4 <= end;
    extra += 4 + directory.getUint16(extra + 2, true)
  ) {
    if (directory.getUint16(extra, true) !== 1) continue;
    const stop = Math.min(end, extra + 4 + directory.getUint16(extra + 2, true));
    let field = extra + 4;
    const wide = (value: number): number => {
      if (value !== 0xffffffff || field + 8 > stop) return value;
      field += 8;
      return Number(directory.getBigUint64(field - 8, true));
    };
    size = wide(size);
    compressedSize = wide(compressedSize);
    offset = wide(offset);
  }
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength);
  // Names without the UTF-8 flag are most often UTF-8 all the same.
  return {
    name: new TextDecoder().decode(name),
    encrypted: (flags & 1) !== 0,
    /** 0 stored, 8 deflated; others can't be read. */
    method: directory.getUint16(at + 10, true),
    compressedSize,
    /** As declared; what comes out may differ and is checked when it is read. */
    size,
    /** Of the local header. */
    offset,
  };
}

async function findDirectory(source: ByteSource): Promise<{ count: number; size: number; offset: number }> {
  const tailStart = Math.max(0, source.size - 65_557);
  const tail = view(await source.read(tailStart, source.size - tailStart));
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const found = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const wide = found.count === 0xffff || found.size === 0xffffffff || found.offset === 0xffffffff;
    if (!wide || at < 20 || tail.getUint32(at - 20, true) !== END_64_LOCATOR) return found;
    const record = view(await source.read(Number(tail.getBigUint64(at - 12, true)), 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== END_64)
      throw new ZipFault("damaged", "the ZIP64 end record");
    return {
      count: Number(record.getBigUint64(32, true)),
      size: Number(record.getBigUint64(40, true)),
      offset: Number(record.getBigUint64(48, true)),
    };
  }
  throw new ZipFault("truncated", "no end record");
}

/** Entries that share compressed bytes are how a small file unpacks to a huge one without high ratios. */
function refuseOverlaps(entries: readonly ZipEntry[], directoryOffset: number): void {
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [i, entry] of sorted.entries()) {
    const next = sorted[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + entry.compressedSize > next)
      throw new ZipFault("damaged", `'${entry.name}' overlaps what follows`);
  }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes that can be read at any place: a file, or a buffer. */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes from `offset`, or fewer at the end. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** A source over bytes in memory; reads copy nothing. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
}

/** Bytes read from the archive at a time. */
const PIECE = 256 * 1024;

/**
 * The content of an entry, piece by piece, never more than it declares and never more than `maxBytes`.
 * @throws ZipFault `encrypted`, `damaged` (bad data, an unknown method, fewer bytes than declared), `decompressed-size`
 * Cost: streams; memory for a few pieces.
 */
export async function* streamZipEntry(
  source: ByteSource,
  entry: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (entry.encrypted) throw new ZipFault("encrypted", `'${entry.name}'`);
  if (entry.size > maxBytes) throw new ZipFault("decompressed-size", `'${entry.name}' declares ${entry.size} bytes`);
  let out = 0;
  for await (const piece of unpacked(source, entry)) {
    out += piece.length;
    if (out > entry.size) throw new ZipFault("decompressed-size", `'${entry.name}' holds more than it declares`);
    yield piece;
  }
  if (out < entry.size) throw new ZipFault("damaged", `'${entry.name}' holds less than it declares`);
}

/** The whole content of an entry; for small ones. Errors as `streamZipEntry`. */
export const readZipEntry = async (source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(streamZipEntry(source, entry, maxBytes)));

async function* unpacked(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.method === 0) return yield* packed(source, entry);
  if (entry.method !== 8) throw new ZipFault("damaged", `'${entry.name}' is packed by method ${entry.method}`);
  const inflate = createInflateRaw();
  // What goes wrong in between is thrown where it is read.
  const feeding = pipeline(packed(source, entry), inflate).catch(() => undefined);
  try {
    for await (const piece of inflate) yield piece as Uint8Array;
  } catch (error) {
    if (error instanceof ZipFault) throw error;
    throw new ZipFault("damaged", `'${entry.name}' can't be unpacked`, error);
  } finally {
    inflate.destroy();
    await feeding;
  }
}

async function* packed(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = await source.read(entry.offset, 30);
  const fields = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < 30 || fields.getUint32(0, true) !== 0x04034b50)
    throw new ZipFault("damaged", `'${entry.name}' has no header`);
  let at = entry.offset + 30 + fields.getUint16(26, true) + fields.getUint16(28, true);
  const end = at + entry.compressedSize;
  if (end > source.size) throw new ZipFault("damaged", `'${entry.name}' reaches over the file's end`);
  while (at < end) {
    const piece = await source.read(at, Math.min(PIECE, end - at));
    if (piece.length === 0) throw new ZipFault("damaged", `'${entry.name}' ends early`);
    yield piece;
    at += piece.length;
  }
}
