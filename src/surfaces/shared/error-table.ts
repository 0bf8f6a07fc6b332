import type { Caller, ErrorCode, NextStep, StepWords } from "../../index.ts";
import { LociError, renderStep, systemHint } from "../../index.ts";

/** Exit statuses of the command line. `CANCELLED` is what shells expect after Ctrl-C. */
export const EXIT = { OK: 0, NOTHING_OR_PARTIAL: 1, USAGE: 2, CONFIGURATION: 3, STORAGE: 4, CANCELLED: 130 } as const;

export interface ErrorMapping {
  readonly exit: (typeof EXIT)[keyof typeof EXIT];
  readonly http: number;
  /**
   * JSON-RPC error code, as MCP uses them: -32602 wrong parameters, an unknown tool, prompt or resource among them, -32603 everything else. A
   * resource that isn't there had -32002 before version 2026-07-28 (SEP-2164); the protocol's library sends -32602, with the `uri` in `data`, to
   * clients of every version. Which error it is, `data.code` says.
   */
  readonly mcp: -32602 | -32603;
  /** One line for the reference: when it happens. */
  readonly when: string;
}

const PARAMETERS = -32602;
const OTHER = -32603;

/** Exit status, HTTP status, MCP error, and when it happens. Total by its type. */
const ROWS: Readonly<Record<ErrorCode, readonly [ErrorMapping["exit"], number, ErrorMapping["mcp"], string]>> = {
  USAGE: [2, 400, PARAMETERS, "an unknown command, flag or field, a missing or a malformed argument"],
  QUERY_INVALID: [2, 400, PARAMETERS, "a question or one of its options can't be read"],
  SCOPE_INVALID: [2, 400, PARAMETERS, "a scope is none of kb, admin, user:<id>"],
  CALLER_INVALID: [2, 400, PARAMETERS, "a caller is none of owner, public, user:<id>"],
  SOURCE_SCOPE_REQUIRED: [2, 400, PARAMETERS, "nothing says who may see what is to be indexed"],
  SOURCE_NOT_FOUND: [1, 404, PARAMETERS, "no source has that key, name or root, or several have that name"],
  SOURCE_BUSY: [4, 409, OTHER, "another process has been working on the source for too long"],
  PATH_NOT_FOUND: [2, 404, PARAMETERS, "a path that was named is not there"],
  PATH_UNREADABLE: [2, 403, PARAMETERS, "a path that was named may not be read"],
  FILE_SKIPPED: [1, 422, OTHER, "a file took no part, with the reason"],
  DRAWER_NOT_FOUND: [1, 404, PARAMETERS, "an id fits no passage that the caller may see, or several"],
  DUPLICATE: [1, 409, OTHER, "a passage that is to be added says what another one already says"],
  CHAT_NOT_FOUND: [1, 404, PARAMETERS, "no chat of that id is there for the caller"],
  JOB_NOT_FOUND: [1, 404, PARAMETERS, "no job has that id"],
  NOTHING_TO_INDEX: [2, 409, OTHER, "the project has no sources yet"],
  PROJECT_INVALID: [2, 400, PARAMETERS, "a project's name is none"],
  PROJECT_NOT_FOUND: [1, 404, PARAMETERS, "no project of that name is there, and what was asked makes none"],
  ROUTE_NOT_FOUND: [2, 404, PARAMETERS, "a service has no such route"],
  METHOD_NOT_ALLOWED: [
    2,
    405,
    PARAMETERS,
    "a service's route is there, but not with that method; the header Allow has those that are",
  ],
  CONFIG_UNKNOWN_KEY: [3, 500, OTHER, "a setting that doesn't exist, with the nearest one as suggestion"],
  CONFIG_INVALID: [
    3,
    500,
    OTHER,
    "a setting has a wrong type or is out of range; key, file, line and what is allowed are named",
  ],
  CONFIG_UNREADABLE: [3, 500, OTHER, "a configuration file can't be read"],
  MODEL_MISMATCH: [3, 409, OTHER, "the index holds vectors of another model than the configuration asks for"],
  MODEL_UNAVAILABLE: [3, 503, OTHER, "the embedding model can't be opened"],
  INDEX_FORMAT: [4, 500, OTHER, "the index or catalog was written by a newer version"],
  INDEX_DAMAGED: [4, 500, OTHER, "the index is damaged and could not be made again by itself"],
  STORAGE_BUSY: [4, 503, OTHER, "another process held a lock for too long"],
  STORAGE_FULL: [4, 507, OTHER, "the disk or the quota is full; nothing was lost"],
  STORAGE_FAILED: [4, 500, OTHER, "reading or writing the data folder failed"],
  TRANSCRIPT_UNRECOGNISED: [2, 422, PARAMETERS, "no known chat format fits a file"],
  FACT_INVALID: [2, 422, PARAMETERS, "a statement can't be applied to its list"],
  FACT_CHANGED: [1, 409, OTHER, "a list isn't any more what its change was made from"],
  FACT_NOT_FOUND: [1, 404, PARAMETERS, "no list or item has that name"],
  FORBIDDEN: [2, 403, PARAMETERS, "the caller may not do that"],
  UNAUTHORIZED: [2, 401, PARAMETERS, "no token, or a wrong one"],
  TOO_LARGE: [2, 413, PARAMETERS, "an input is larger than is accepted"],
  QUOTA_EXCEEDED: [1, 413, OTHER, "a user keeps as much as he may"],
  RATE_LIMITED: [1, 429, OTHER, "too many requests in a short time"],
  CANCELLED: [130, 499, OTHER, "the work was cancelled; what was stored stays"],
  UNAVAILABLE: [4, 503, OTHER, "something that is needed doesn't answer"],
  DATA_NOT_FOUND: [1, 404, OTHER, "the data of an evaluation is not there, or not in its format"],
  INTERNAL: [4, 500, OTHER, "a fault inside Loci: please report it"],
};

/** The one table from code to exit status, HTTP status and MCP error. */
export const ERROR_TABLE = Object.fromEntries(
  Object.entries(ROWS).map(([code, [exit, http, mcp, when]]) => [code, { exit, http, mcp, when }]),
) as Readonly<Record<ErrorCode, ErrorMapping>>;

/** The exit status that an error ends the command line with. */
export const exitStatusOf = (code: ErrorCode): number => ERROR_TABLE[code].exit;

/** What errors of the system are here, where they are more than a fault of the storage. */
const SYSTEM_CODES: Readonly<Record<string, ErrorCode>> = {
  ENAMETOOLONG: "PATH_UNREADABLE",
  ENOSPC: "STORAGE_FULL",
  EDQUOT: "STORAGE_FULL",
};

export type ErrorBody = Pick<LociError, "code" | "message" | "hint" | "details">;

/**
 * Anything thrown as data. What is no `LociError` is a fault of ours: `INTERNAL`, with the message of what was thrown but
 * without its stack, which names places on this machine.
 * @param words how the surface says next steps; the command line's by default
 */
export function errorBody(thrown: unknown, words?: StepWords): ErrorBody {
  if (thrown instanceof LociError) {
    const hint = words === undefined ? thrown.hint : renderStep(thrown.step, words);
    return { code: thrown.code, message: thrown.message, hint, details: thrown.details };
  }
  if (thrown instanceof Error && thrown.name === "AbortError")
    return { code: "CANCELLED", message: "cancelled", hint: "", details: {} };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = systemHint(thrown);
  if (hint !== null) {
    const code = SYSTEM_CODES[String((thrown as NodeJS.ErrnoException).code)] ?? "STORAGE_FAILED";
    return { code, message: message.slice(0, 500), hint, details: {} };
  }
  return {
    code: "INTERNAL",
    message: message.slice(0, 500),
    hint: "this is a fault in Loci: please report it with the command that led to it",
    details: {},
  };
}

/**
 * An error as a caller may read it. What went wrong inside is told to the owner only: messages and details of such errors name files
 * and processes of this machine. `details.forAll` marks one that names none, and that nobody could be told of otherwise.
 * @param caller null for somebody without a token
 */
export function withoutInside(body: ErrorBody, caller: Caller | null): ErrorBody {
  if (caller === "owner" || ERROR_TABLE[body.code].http < 500 || body.details["forAll"] === true) return body;
  return {
    ...body,
    message: "something went wrong inside the service",
    hint: "the owner finds more in the service's log and with GET /v1/doctor",
    details: {},
  };
}

/** Fields that say a next step; beside them stands, as `step`, the data that they were made from. */
const SAYS = ["hint", "why", "next"] as const;

/** An answer, or a part of one, with every next step in it in a surface's words, and without the data. Cost: a copy. */
export function inWords<T>(part: T, words: StepWords): T {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => inWords(one, words)) as T;
  const step: unknown = "step" in part ? part.step : null;
  const field = Array.isArray(step) ? SAYS.find((name) => name in part) : undefined;
  const all = Object.entries(part).filter(([name]) => name !== "step" || field === undefined);
  const said = (value: unknown, isField: boolean) =>
    isField ? renderStep(step as NextStep, words) : inWords(value, words);
  return Object.fromEntries(all.map(([name, value]) => [name, said(value, name === field)])) as T;
}
