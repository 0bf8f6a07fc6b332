import { type NextStep, hintOf } from "./next-step.ts";

/**
 * Everything that can go wrong, by name. A code never changes its meaning; the table from code to
 * exit status, HTTP status and MCP error stands in `surfaces/shared`.
 */
export type ErrorCode =
  | "USAGE"
  | "QUERY_INVALID"
  | "SCOPE_INVALID"
  | "CALLER_INVALID"
  | "SOURCE_SCOPE_REQUIRED"
  | "SOURCE_NOT_FOUND"
  | "SOURCE_BUSY"
  | "PATH_NOT_FOUND"
  | "PATH_UNREADABLE"
  | "FILE_SKIPPED"
  | "DRAWER_NOT_FOUND"
  | "DUPLICATE"
  | "CHAT_NOT_FOUND"
  | "JOB_NOT_FOUND"
  | "NOTHING_TO_INDEX"
  | "PROJECT_INVALID"
  | "PROJECT_NOT_FOUND"
  | "ROUTE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFIG_UNKNOWN_KEY"
  | "CONFIG_INVALID"
  | "CONFIG_UNREADABLE"
  | "MODEL_MISMATCH"
  | "MODEL_UNAVAILABLE"
  | "INDEX_FORMAT"
  | "INDEX_DAMAGED"
  | "STORAGE_BUSY"
  | "STORAGE_FULL"
  | "STORAGE_FAILED"
  | "TRANSCRIPT_UNRECOGNISED"
  | "FACT_INVALID"
  | "FACT_NOT_FOUND"
  | "FACT_CHANGED"
  | "FORBIDDEN"
  | "UNAUTHORIZED"
  | "TOO_LARGE"
  | "QUOTA_EXCEEDED"
  | "RATE_LIMITED"
  | "CANCELLED"
  | "UNAVAILABLE"
  | "DATA_NOT_FOUND"
  | "INTERNAL";

/** What stands beside an error's code and message. */
export interface ErrorOptions {
  /** The next step, as an imperative: what to type, change or check. */
  readonly hint?: string | NextStep;
  /** Which objects, as data. Never the content of a drawer, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What was thrown underneath. */
  readonly cause?: unknown;
}

/**
 * An error as data: a code from a closed set, what happened to which object, and what to do next.
 * @example throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, { hint: "check the spelling" });
 */
export class LociError extends Error {
  readonly code: ErrorCode;
  /** The next step, in the words of the command line. */
  readonly hint: string;
  /** The next step as data, for a surface with words of its own. */
  readonly step: NextStep;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "LociError";
    this.code = code;
    const { hint, step } = hintOf(options.hint ?? "");
    this.hint = hint;
    this.step = step;
    this.details = options.details ?? {};
  }
}

export type ErrorData = Pick<LociError, "code" | "message" | "hint" | "details">;

/** Anything thrown as an error with a code: what has none is a fault of ours, `INTERNAL`, and stays as the cause. */
export const asLociError = (thrown: unknown): LociError =>
  thrown instanceof LociError
    ? thrown
    : new LociError("INTERNAL", thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });

/** A package that Loci doesn't bring along, and what needs it. */
export interface OptionalPackage {
  readonly name: string;
  /** The major version that Loci is tried with. */
  readonly major: number;
  /** What needs it, as the beginning of a sentence: "store.uri names a Milvus server". */
  readonly needed: string;
}

/**
 * What a failed `import()` of an optional package is to be thrown on as: `UNAVAILABLE`, with what to install, where the package isn't there;
 * any other fault as it came.
 */
export function missingPackage(thrown: unknown, { name, major, needed }: OptionalPackage): unknown {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return thrown;
  return new LociError("UNAVAILABLE", `${needed}, and the package '${name}' is not installed`, {
    hint: `install it beside Loci: npm install ${name}@${major}`,
    cause: thrown,
  });
}

/**
 * Runs what writes; what the system says when it fails is told as `writeFault` tells it.
 * @param what is written, as `writeFault` takes it @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function writing<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw writeFault(what, thrown);
  }
}

/**
 * What the system said when something could not be written, as an error of ours.
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
 * @returns null for any other fault
 * @example systemHint(thrown) // "use a shorter path: …" after ENAMETOOLONG
 */
export function systemHint(thrown: unknown): LociError["hint"] | null {
  const code = (thrown as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? (HINTS[code] ?? null) : null;
}

/** Records what nobody waits for: where nothing can be written it is lost, and what was asked is answered all the same. */
export async function whereWritable(work: () => Promise<unknown>): Promise<void> {
  await work().catch((thrown: unknown) => {
    if (!(thrown instanceof LociError && /^STORAGE_(?:FAILED|FULL)$/u.test(thrown.code))) throw thrown;
  });
}
