import { type ErrorCode, LociError } from "../../index.ts";

/** An error as every surface gives it. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Anything thrown as data. What is no `LociError` is a fault of ours: `INTERNAL`, with the message of what was thrown but
 * without its stack, which names places on this machine.
 */
export function errorBody(thrown: unknown): ErrorBody {
  if (thrown instanceof LociError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint, details: thrown.details };
  }
  if (thrown instanceof Error && thrown.name === "AbortError") return { code: "CANCELLED", message: "cancelled", hint: "", details: {} };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "INTERNAL", message: message.slice(0, 500), hint: "this is a fault in Loci: please report it with the command that led to it", details: {} };
}
