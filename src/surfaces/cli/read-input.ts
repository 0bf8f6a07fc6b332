import { LociError } from "../../index.ts";
import type { CliIo } from "./io.ts";

/**
 * Everything that comes through standard input, as text, a byte order mark at its beginning too: a drawer is kept as it was given.
 *
 * @throws as `readInputBytes`, and LociError `USAGE` for what is no UTF-8
 */
export async function readInput(io: Pick<CliIo, "input" | "signal">, maxBytes: number): Promise<string> {
  const bytes = await readInputBytes(io, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new LociError("USAGE", "what came through standard input is not UTF-8 text", {
      hint: "convert it first, for example with iconv; a document needs its extension: loci index - --name manual.pdf",
      cause,
    });
  }
}

/**
 * Everything that comes through standard input.
 *
 * @param maxBytes more is refused, before it fills the memory
 * @throws LociError `TOO_LARGE`, `USAGE` on a terminal, `CANCELLED`
 */
export async function readInputBytes(
  { input, signal }: Pick<CliIo, "input" | "signal">,
  maxBytes: number,
): Promise<Buffer> {
  if (input.isTTY === true)
    throw new LociError("USAGE", "nothing comes through standard input", {
      hint: "pipe the text in, for example: pbpaste | loci index - --name note --scope kb",
    });
  // A waiting reader doesn't check the signal: destroying its input wakes it.
  signal.addEventListener(
    "abort",
    () => input.destroy(new LociError("CANCELLED", "cancelled while reading standard input")),
    { once: true },
  );
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > maxBytes)
      throw new LociError("TOO_LARGE", `more than ${maxBytes} bytes came through standard input`, {
        hint: "write it to a file, or raise ingest.max_file_bytes",
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
