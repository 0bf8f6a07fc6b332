import { LociError } from "../../index.ts";
import { errorBody, EXIT } from "../shared/error-table.ts";
import { lineSplitter } from "../shared/line-splitter.ts";
import type { Session } from "./session.ts";
import { open } from "node:fs/promises";
import type { CliIo } from "./io.ts";

/**
 * Answers each line with a line of JSON, in order. A line that can't be read or answered gets an error with its line number instead, and processing
 * continues; the command then ends with status 1. Ends early when the reader closes the output.
 * @param lines as `openLines` gives them
 * @param answer throws what is wrong with a line
 * @throws LociError `CANCELLED`
 */
export async function answerLines(
  session: Session,
  lines: AsyncIterable<string | LociError>,
  answer: (line: string) => Promise<object>,
): Promise<void> {
  let number = 0;
  for await (const line of lines) {
    number++;
    let answered: object;
    try {
      if (line instanceof LociError) throw line;
      answered = await answer(line);
    } catch (thrown) {
      if (thrown instanceof LociError && thrown.code === "CANCELLED") throw thrown;
      answered = { line: number, error: errorBody(thrown) };
    }
    if ("error" in answered) session.status = EXIT.NOTHING_OR_PARTIAL;
    if (!(await session.json(answered))) return;
    if (session.io.signal.aborted) throw new LociError("CANCELLED", `cancelled after ${number} lines`);
  }
}

/** A question with its options is far shorter; a longer line is something else. */
const MAX_LINE_BYTES = 1_000_000;

/**
 * The lines of a stream, without their ends, one after the other; memory stays bounded whatever comes. A line that is too long
 * or no UTF-8 is given as an error in its place.
 * @param name for errors
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` when the stream can't be read
 */
export async function* readLines(
  stream: AsyncIterable<Buffer | string>,
  name: string,
): AsyncGenerator<string | LociError> {
  const split = lineSplitter(MAX_LINE_BYTES);
  for await (const chunk of readable(stream, name)) for (const line of split(chunk)) yield decode(line);
  for (const line of split()) yield decode(line);
}

async function* readable(stream: AsyncIterable<Buffer | string>, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield Buffer.from(chunk as Buffer);
  } catch (thrown) {
    throw inputError(thrown, name);
  }
}

/** @param line null for one that was too long */
function decode(line: Buffer | null): string | LociError {
  if (line === null)
    return new LociError("TOO_LARGE", `a line is longer than ${MAX_LINE_BYTES} bytes`, {
      hint: "shorten it; a long text is indexed as a file",
    });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(line.at(-1) === 13 ? line.subarray(0, -1) : line);
  } catch (cause) {
    return new LociError("USAGE", "the line is not UTF-8 text", { hint: "save the file as UTF-8", cause });
  }
}

/**
 * The lines of a file that was named, or of standard input; see `readLines`. Opened before anything else is, so that a misspelt name costs nothing.
 * @param file a path, or `-` for standard input
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`; while lines are read `CANCELLED`
 */
export async function openLines(
  { input, signal }: Pick<CliIo, "input" | "signal">,
  file: string,
): Promise<AsyncIterable<string | LociError>> {
  const opened = file === "-" ? null : await open(file).catch((thrown) => Promise.reject(inputError(thrown, file)));
  const stream = opened?.createReadStream() ?? input;
  // A reader waiting for the next line doesn't check the signal: destroying its input wakes it.
  signal.addEventListener("abort", () => stream.destroy(new LociError("CANCELLED", "cancelled")), { once: true });
  return readLines(stream, file);
}

/** What the system said when a named file could not be opened or read, as an error of ours; anything else as it is. */
function inputError(thrown: unknown, name: string): unknown {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR")
    return new LociError("PATH_NOT_FOUND", `there is no '${name}'`, { hint: "check the spelling", cause: thrown });
  if (code === "EACCES" || code === "EPERM" || code === "EISDIR")
    return new LociError("PATH_UNREADABLE", `'${name}' can't be read (${code})`, {
      hint: "name a file that you may read",
      cause: thrown,
    });
  return thrown;
}
