import { open } from "node:fs/promises";
import { LociError } from "../../index.ts";
import { inputError } from "./input-error.ts";
import type { CliIo } from "./io.ts";
import { readLines } from "./read-lines.ts";

/**
 * The lines of a file that was named, or of standard input; see `readLines`. Opened before anything else is, so that a misspelt name costs nothing.
 *
 * @param file a path, or `-` for standard input
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`; while lines are read `CANCELLED`
 */
export async function openLines({ input, signal }: Pick<CliIo, "input" | "signal">, file: string): Promise<AsyncIterable<string | LociError>> {
  const stream = file === "-" ? input : (await openFile(file)).createReadStream();
  // A reader that waits for the next line doesn't look at the signal: taking its input away wakes it.
  signal.addEventListener("abort", () => stream.destroy(new LociError("CANCELLED", "cancelled")), { once: true });
  return readLines(stream, file);
}

async function openFile(file: string): ReturnType<typeof open> {
  try {
    return await open(file);
  } catch (thrown) {
    throw inputError(thrown, file);
  }
}
