import type { ErrorCode } from "../model/error.ts";
import { LociClientError } from "./client-error.ts";

/** An error as the service sends it: as an answer, or as the last event of a stream. */
interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The error that the service sent.
 *
 * @param text JSON, with the error under `error`
 * @param status of the answer
 * @throws SyntaxError, TypeError for what is no such text
 */
export function answeredError(text: string, status: number): LociClientError {
  const { code, message, hint, details } = (JSON.parse(text) as { readonly error: ErrorBody }).error;
  if (typeof code !== "string" || typeof message !== "string") throw new TypeError("an error without code and message");
  return new LociClientError(code, message, { status, hint, details });
}
