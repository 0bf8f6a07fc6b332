import { LociError } from "./error.ts";

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
        ? NO_ROOM
        : (systemHint(thrown) ?? "check the permissions of its folder, and that nothing else stands in its place"),
      cause: thrown,
    },
  );
}

const TOO_MANY = "close other programs, or raise the limit of open files, for example: ulimit -n 4096";
const NO_ROOM = "free some space on that disk";
const TOO_LONG = "use a shorter path: rename a folder above it, or move it further up";

/** By the system's code. */
const HINTS: Readonly<Record<string, string>> = {
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  ENAMETOOLONG: TOO_LONG,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EROFS: "make that disk writable, or move the data folder to another",
};

/**
 * What helps where the system refuses a file for anything but its permissions: too many files are open, its path is too long, its disk is full or
 * takes no writes.
 *
 * @returns null for any other fault
 * @example systemHint(thrown) // "use a shorter path: …" after ENAMETOOLONG
 */
export function systemHint(thrown: unknown): LociError["hint"] | null {
  const code = (thrown as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? (HINTS[code] ?? null) : null;
}
