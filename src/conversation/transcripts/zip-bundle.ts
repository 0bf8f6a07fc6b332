import { LociError } from "../../model/error.ts";
import type { ByteSource } from "../../parsing/zip/byte-source.ts";
import { streamZipEntry } from "../../parsing/zip/read-entry.ts";
import { readZipDirectory } from "../../parsing/zip/zip-directory.ts";
import { ZipFault } from "../../parsing/zip/zip-fault.ts";
import type { TranscriptBundle } from "./bundle.ts";

const MAX_ENTRIES = 200_000;
/** Bytes that one file of an archive may unpack to. Exports of heavy users reach several hundred megabytes. */
const MAX_UNPACKED = 4 * 1024 ** 3;

/** Whether bytes begin like a ZIP archive. */
export function looksZipped(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

/**
 * An export as it was downloaded: a ZIP archive, unpacked file by file while it is read.
 *
 * @throws LociError `FILE_SKIPPED` with the archive's fault as reason
 */
export async function zipBundle(path: string, source: ByteSource): Promise<TranscriptBundle> {
  const entries = new Map((await faulty(path, readZipDirectory(source, MAX_ENTRIES))).filter(({ name }) => !name.endsWith("/")).map((entry) => [entry.name, entry]));
  return {
    path,
    names: [...entries.keys()].sort(),
    many: true,
    async *stream(name, from = 0) {
      const entry = entries.get(name);
      if (entry === undefined) throw new LociError("PATH_NOT_FOUND", `'${path}' holds no '${name}'`, { hint: "the archive has changed: run 'loci index' again" });
      let at = 0;
      try {
        for await (const piece of streamZipEntry(source, entry, MAX_UNPACKED)) {
          if (at + piece.length > from) yield piece.subarray(Math.max(0, from - at));
          at += piece.length;
        }
      } catch (error) {
        throw error instanceof ZipFault ? faultOf(path, error) : error;
      }
    },
  };
}

async function faulty<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof ZipFault ? faultOf(path, error) : error;
  }
}

function faultOf(path: string, fault: ZipFault): LociError {
  const reason = fault.kind === "too-many-entries" ? "decompressed-size" : fault.kind;
  return new LociError("FILE_SKIPPED", `'${path}' can't be unpacked: ${fault.message}`, { hint: "fetch or copy it again", details: { path, reason }, cause: fault });
}
