import type { LociError } from "./error.ts";

const TOO_MANY = "close other programs, or raise the limit of open files, for example: ulimit -n 4096";
const TOO_LONG = "use a shorter path: rename a folder above it, or move it further up";

/** By the system's code. */
const HINTS: Readonly<Record<string, string>> = {
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  ENAMETOOLONG: TOO_LONG,
};

/**
 * What helps where the system refuses a file neither for its permissions nor for its disk: too many files are open, or its path is too long.
 *
 * @returns null for any other fault
 * @example systemHint(thrown) // "use a shorter path: …" after ENAMETOOLONG
 */
export function systemHint(thrown: unknown): LociError["hint"] | null {
  const code = (thrown as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? (HINTS[code] ?? null) : null;
}
