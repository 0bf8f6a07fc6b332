import { closeSync, copyFileSync, openSync, readSync } from "node:fs";
import { ifThere } from "./plain-file.ts";
import type { RawAnswer, RawRequest } from "./raw-bytes.ts";

// The process's side of reading what may be an open database elsewhere: a request comes in, its answer goes out. Ends
// when whoever asks is gone.

const CHUNK = 4 * 1024 * 1024;

// Ctrl-C reaches it too, and is for whoever asks.
process.on("SIGINT", () => {});

process.on("message", (request: RawRequest) => {
  process.send?.(answer(request));
});

function answer(request: RawRequest): RawAnswer {
  try {
    if ("copy" in request) {
      for (const { from, to } of request.copy) copyFileSync(from, to);
      return { found: [] };
    }
    const needles = request.needles.map((needle) => Buffer.from(needle));
    const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
    const buffer = Buffer.allocUnsafe(CHUNK + overlap);
    return { found: request.search.filter((path) => contains(path, needles, { buffer, overlap })) };
  } catch (thrown) {
    return { failed: (thrown as NodeJS.ErrnoException).code ?? String(thrown) };
  }
}

/** @param overlap bytes of a chunk that are looked at again with the next one, so that what spans both is found */
function contains(
  path: string,
  needles: readonly Buffer[],
  { buffer, overlap }: { readonly buffer: Buffer; readonly overlap: number },
): boolean {
  const file = ifThere(() => openSync(path, "r"));
  // Gone in between: a log of a database that was closed.
  if (file === null) return false;
  try {
    for (let kept = 0; ;) {
      const read = readSync(file, buffer, kept, CHUNK, null);
      if (read === 0) return false;
      const seen = buffer.subarray(0, kept + read);
      if (needles.some((needle) => seen.includes(needle))) return true;
      kept = Math.min(overlap, seen.length);
      buffer.copyWithin(0, seen.length - kept, seen.length);
    }
  } finally {
    closeSync(file);
  }
}
