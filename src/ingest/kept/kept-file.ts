import { createHash } from "node:crypto";
import { copyFileSync, fsyncSync, ftruncateSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ifThere, onFile } from "../../files/plain-file.ts";
import { makePrivateFolder, syncFolder } from "../../files/private-folder.ts";
import { writeWhole, replaceFile } from "../../files/write-file-atomically.ts";
import { writeFault, writing } from "../../model/error.ts";

/**
 * A text that only grows, on disk: compressed, appended to, checked. After a line that names the format stand frames: length of the text's
 * bytes and of the packed ones (4 bytes each, little-endian), the first 8 bytes of the text's SHA-256, and the text as raw deflate whose
 * dictionary are the last 32 KB before it, so that many small frames take as little room as a large one.
 *
 * A process that is killed while it appends leaves a frame without its end. It is passed over when the file is read, and cut off by the next
 * append.
 */
const MAGIC = Buffer.from("loci-kept-1\n");
const HEADER = 16;
const WINDOW = 32 * 1024;
/** Level 9 takes twice as long for a hundredth less. */
const LEVEL = 7;
/** Bytes that one frame may say it unpacks to. */
const MAX_FRAME = 2 ** 30;

export interface KeptText {
  readonly text: string;
  readonly end: number;
  /** A frame isn't what was written, or something stands behind the last whole one that no interrupted append left. */
  readonly damaged: boolean;
}

/** The bytes of a file's text, as far as it is whole. */
function unpackKept(buffer: Buffer): Omit<KeptText, "text"> & { readonly bytes: Buffer } {
  if (buffer.length < MAGIC.length || !buffer.subarray(0, MAGIC.length).equals(MAGIC))
    return { bytes: Buffer.alloc(0), end: 0, damaged: buffer.length >= MAGIC.length };
  const parts: Buffer[] = [];
  let before: Buffer = Buffer.alloc(0);
  let end = MAGIC.length;
  let damaged = false;
  while (end + HEADER <= buffer.length) {
    const size = buffer.readUInt32LE(end);
    const packed = buffer.readUInt32LE(end + 4);
    // A frame that is whole though its length says more is no append that was interrupted.
    const isCut = end + HEADER + packed > buffer.length;
    const part = unpackFrame(buffer.subarray(end, end + HEADER + packed), size, before);
    if (isCut || part === null) {
      damaged = isCut === (part !== null);
      break;
    }
    parts.push(part);
    before = windowOf(before, part);
    end += HEADER + packed;
  }
  const [first = before] = parts;
  return { bytes: parts.length < 2 ? first : Buffer.concat(parts), end, damaged };
}

function unpackFrame(frame: Buffer, size: number, dictionary: Buffer): Buffer | null {
  if (size > MAX_FRAME) return null;
  try {
    const options = { maxOutputLength: Math.max(1, size), ...(dictionary.length > 0 && { dictionary }) };
    const part = inflateRawSync(frame.subarray(HEADER), options);
    return part.length === size && digest(part).equals(frame.subarray(8, HEADER)) ? part : null;
  } catch {
    // Not what deflate made, which is what was asked.
    return null;
  }
}

function packFrame(part: Buffer, dictionary: Buffer): Buffer {
  const packed = deflateRawSync(part, { level: LEVEL, ...(dictionary.length > 0 && { dictionary }) });
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(part.length, 0);
  header.writeUInt32LE(packed.length, 4);
  digest(part).copy(header, 8);
  return Buffer.concat([header, packed]);
}

const digest = (part: Uint8Array): Buffer => createHash("sha256").update(part).digest().subarray(0, 8);

const windowOf = (before: Buffer, part: Buffer): Buffer =>
  part.length >= WINDOW ? part.subarray(part.length - WINDOW) : Buffer.concat([before, part]).subarray(-WINDOW);

/** Reads a file; null when it isn't there. @throws LociError `STORAGE_FAILED` */
export function readKept(file: string): KeptText | null {
  const kept = readPacked(file);
  return kept && { text: kept.bytes.toString("utf8"), end: kept.end, damaged: kept.damaged };
}

/** The same without making text of it. */
export function readPacked(file: string): ReturnType<typeof unpackKept> | null {
  const bytes = ifThere(
    () => readFileSync(file),
    (thrown) => writeFault(file, thrown),
  );
  return bytes === null ? null : unpackKept(bytes);
}

/**
 * Adds to a file, which is made where it isn't there, and sees to it that it is on disk.
 * @param known what the file was read as just now; null for none
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function appendKept(file: string, known: KeptText | null, more: string): void {
  if (more === "") return;
  if (known?.damaged === true) return rewriteKept(file, known.text + more, true);
  const dictionary =
    known === null ? Buffer.alloc(0) : Buffer.from(known.text.slice(-WINDOW), "utf8").subarray(-WINDOW);
  const frame = packFrame(Buffer.from(more, "utf8"), dictionary);
  const append = (open: number): void => {
    const end = known?.end ?? 0;
    // What an interrupted append left behind the last whole frame.
    ftruncateSync(open, end);
    writeWhole(open, end === 0 ? Buffer.concat([MAGIC, frame]) : frame, end);
    fsyncSync(open);
    if (known === null) syncFolder(dirname(file));
  };
  writing(file, () => {
    makePrivateFolder(dirname(file));
    onFile(file, known === null ? "w" : "r+", append);
  });
}

/**
 * Puts a text in the place of what a file held, in one step.
 * @param copy keeps what stood there beside it, as `….damaged`
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function rewriteKept(file: string, text: string, copy = false): void {
  writing(file, () => {
    if (copy) copyFileSync(file, `${file}.damaged`);
    const packed = Buffer.concat([MAGIC, packFrame(Buffer.from(text, "utf8"), Buffer.alloc(0))]);
    replaceFile(file, packed, { durable: true });
  });
}
