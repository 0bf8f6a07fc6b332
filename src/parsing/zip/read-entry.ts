import { createInflateRaw } from "node:zlib";
import { type ByteSource, type ZipEntry, ZipFault } from "./zip-directory.ts";

/** Bytes read from the archive at a time. */
const PIECE = 256 * 1024;

/**
 * The content of an entry, piece by piece, never more than it declares and never more than `maxBytes`.
 *
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
export async function readZipEntry(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamZipEntry(source, entry, maxBytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* unpacked(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.method === 0) {
    yield* packed(source, entry);
    return;
  }
  if (entry.method !== 8) throw new ZipFault("damaged", `'${entry.name}' is packed by method ${entry.method}`);
  const inflate = createInflateRaw();
  const feeding = (async () => {
    for await (const piece of packed(source, entry)) {
      if (inflate.destroyed) return;
      if (!inflate.write(piece))
        await new Promise<void>((resolve) => inflate.once("drain", resolve).once("close", resolve));
    }
    if (!inflate.destroyed) inflate.end();
  })().catch((error: unknown) => inflate.destroy(error as Error));
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
