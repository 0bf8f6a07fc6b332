import { LociError } from "./error.ts";
import { systemHint } from "./system-fault.ts";

/**
 * What the system said when something could not be written, as an error of ours.
 *
 * @param what could not be written: a file's path, or what it was to hold
 */
export function writeFault(what: string, thrown: unknown): LociError {
  const { code } = thrown as NodeJS.ErrnoException;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return new LociError(
    isFull ? "STORAGE_FULL" : "STORAGE_FAILED",
    `${what} can't be written (${code ?? (thrown instanceof Error ? thrown.message : String(thrown))})`,
    {
      hint: isFull
        ? "free some space on that disk"
        : (systemHint(thrown) ?? "check the permissions of its folder, and that nothing else stands in its place"),
      cause: thrown,
    },
  );
}
