import { LociError } from "../../index.ts";
import { inputError } from "./input-error.ts";

/** A question with its options is far shorter; a longer line is something else. */
const MAX_LINE_BYTES = 1_000_000;

/**
 * The lines of a stream, without their ends, one after the other; memory stays bounded whatever comes. A line that is too long
 * or no UTF-8 is given as an error in its place.
 *
 * @param name for errors
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` when the stream can't be read
 */
export async function* readLines(stream: AsyncIterable<Buffer | string>, name: string): AsyncGenerator<string | LociError> {
  let pending: Buffer[] = [];
  let size = 0;
  const take = (): string | LociError => {
    const line = size > MAX_LINE_BYTES ? new LociError("TOO_LARGE", `a line is longer than ${MAX_LINE_BYTES} bytes`, { hint: "shorten it; a long text is indexed as a file" }) : decode(Buffer.concat(pending));
    pending = [];
    size = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= MAX_LINE_BYTES) pending.push(part);
  };
  for await (const chunk of readable(stream, name)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

async function* readable(stream: AsyncIterable<Buffer | string>, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield Buffer.from(chunk as Buffer);
  } catch (thrown) {
    throw inputError(thrown, name);
  }
}

function decode(line: Buffer): string | LociError {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(line.at(-1) === 13 ? line.subarray(0, -1) : line);
  } catch (cause) {
    return new LociError("USAGE", "the line is not UTF-8 text", { hint: "save the file as UTF-8", cause });
  }
}
