import { inflateSync } from "node:zlib";

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
 *
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
