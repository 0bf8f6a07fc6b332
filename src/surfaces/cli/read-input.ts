import { LociError } from "../../index.ts";
import type { CliIo } from "./io.ts";
import { readInputBytes } from "./read-input-bytes.ts";

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
    throw new LociError("USAGE", "what came through standard input is not UTF-8 text", { hint: "convert it first, for example with iconv; a document needs its extension: loci index - --name manual.pdf", cause });
  }
}
