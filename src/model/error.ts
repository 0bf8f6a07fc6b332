import { hintOf, type NextStep } from "./next-step.ts";

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
 *
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

/** What of an error one process tells another. */
export type ErrorData = Pick<LociError, "code" | "message" | "hint" | "details">;

/** Anything thrown as an error with a code: what has none is a fault of ours, `INTERNAL`, and stays as the cause. */
export function asLociError(thrown: unknown): LociError {
  return thrown instanceof LociError
    ? thrown
    : new LociError("INTERNAL", thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
}

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
