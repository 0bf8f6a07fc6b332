/** A line of a file, without its break. */
export interface ByteLine {
  /** 1-based. */
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its break: where reading goes on. */
  readonly end: number;
  /** Whether it ended in a line break; the last line of a file that is being written may not. */
  readonly complete: boolean;
  /** It was longer than the limit; `bytes` is empty. */
  readonly oversized: boolean;
}

/** Bytes of one line at most. */
const MAX_LINE = 64 * 1024 * 1024;

/** Where a stream begins, when that isn't the beginning of its file. */
export interface LinesStart {
  /** Offset of the stream's first byte, the beginning of a line. */
  readonly offset: number;
  /** Lines before it. */
  readonly lines: number;
}

/**
 * The lines of a stream, one at a time.
 *
 * Cost: linear; memory for the longest line, at most 64 MB.
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  maxLine: number = MAX_LINE,
  from: LinesStart = { offset: 0, lines: 0 },
): AsyncGenerator<ByteLine> {
  let number = from.lines + 1;
  let { offset } = from;
  let lineStart = offset;
  let kept: Uint8Array[] = [];
  let length = 0;
  const line = (last: Uint8Array, end: number, complete: boolean): ByteLine => {
    const oversized = length + last.length > maxLine;
    const start = lineStart;
    lineStart = end;
    return {
      number: number++,
      start,
      bytes: oversized ? new Uint8Array(0) : kept.length === 0 ? last : Buffer.concat([...kept, last]),
      end,
      complete,
      oversized,
    };
  };
  for await (const piece of stream) {
    let start = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, start)) {
      yield line(piece.subarray(start, at), offset + at + 1, true);
      kept = [];
      length = 0;
      start = at + 1;
    }
    const rest = piece.subarray(start);
    length += rest.length;
    if (length > maxLine) kept = [];
    else if (rest.length > 0) kept.push(rest);
    offset += piece.length;
  }
  if (length > 0) yield line(new Uint8Array(0), offset, false);
}
