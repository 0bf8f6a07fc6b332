import { readFile, stat } from "node:fs/promises";
import { systemHint } from "../model/write-fault.ts";
import { LociError } from "../model/error.ts";

/** A configuration is written by hand: more than this is something else. */
const MAX_BYTES = 1_000_000;

/**
 * The text of a configuration file, or null when there is none.
 *
 * @throws LociError `CONFIG_UNREADABLE` for a folder, a file that may not be read, is over 1 MB or isn't UTF-8.
 */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    // Reading a pipe could block for ever.
    if (!found.isFile()) throw unreadable(path, "it is no file");
    const { size } = found;
    if (size > MAX_BYTES) throw unreadable(path, `it holds ${size} bytes; at most ${MAX_BYTES} are read`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof LociError) throw error;
    if (isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    if (error instanceof TypeError) throw unreadable(path, "it is not UTF-8 text", error);
    throw unreadable(path, isSystemError(error) ? (error.code ?? error.message) : String(error), error);
  }
}

function unreadable(path: string, why: string, cause?: unknown): LociError {
  return new LociError("CONFIG_UNREADABLE", `${path} can't be read: ${why}`, {
    hint: systemHint(cause) ?? "check the file and its permissions, or move it away",
    details: { file: path },
    cause,
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
