import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { LociError } from "../../model/error.ts";
import type { ByteSource } from "../../parsing/zip/byte-source.ts";
import type { TranscriptBundle } from "./bundle.ts";
import { looksZipped, zipBundle } from "./zip-bundle.ts";

/**
 * A transcript that is one file on disk, or one archive, as long as it is now: what is written to it from here on belongs to the next reading.
 * Nothing stays open between reads.
 *
 * @param path what to call it
 * @param file absolute
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`; `FILE_SKIPPED` for a damaged archive
 */
export async function fileBundle(path: string, file: string): Promise<TranscriptBundle> {
  let source: ByteSource;
  let isZip: boolean;
  try {
    source = fileSource(file, (await stat(file)).size);
    isZip = looksZipped(await source.read(0, 4));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown";
    if (code === "ENOENT") throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, { hint: "check the spelling", cause });
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code})`, { hint: "check it and its permissions", cause });
  }
  if (isZip) return await zipBundle(path, source);
  const { size } = source;
  return { path, names: [path], many: false, stream: (_name, from = 0) => (from < size ? (createReadStream(file, { start: from, end: size - 1 }) as AsyncIterable<Uint8Array>) : nothing()) };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function fileSource(path: string, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const file = await open(path);
      try {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}
