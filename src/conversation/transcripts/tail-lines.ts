import type { TranscriptBundle } from "./bundle.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";

/** Bytes before the place where reading goes on; what a new record hangs on is one of the last. */
const TAIL_BYTES = 256 * 1024;

/** The last objects of a JSONL file before an offset, in order; their line numbers count from an unknown place. */
export async function tailLines(bundle: TranscriptBundle, name: string, offset: number): Promise<readonly JsonLine[]> {
  const start = Math.max(0, offset - TAIL_BYTES);
  const lines: JsonLine[] = [];
  for await (const line of jsonLines(until(bundle.stream(name, start), offset - start), null)) lines.push(line);
  return lines;
}

async function* until(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of stream) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}
