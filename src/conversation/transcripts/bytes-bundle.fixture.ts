import { bytesSource } from "../../parsing/zip/zip-directory.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { looksZipped, zipBundle } from "./bundles.ts";

/** A transcript in memory: a file's bytes, or an archive's. */
export async function bytesBundle(path: string, bytes: Uint8Array): Promise<TranscriptBundle> {
  if (looksZipped(bytes)) return zipBundle(path, bytesSource(bytes));
  return {
    path,
    names: [path],
    many: false,
    async *stream(_name, from = 0) {
      if (from < bytes.length) yield bytes.subarray(from);
    },
  };
}
