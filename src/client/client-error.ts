import { type ErrorCode, LociError } from "../model/error.ts";

/** An error that the service answered with, or that it didn't answer at all (`UNAVAILABLE`). `status` is 0 then. */
export class LociClientError extends LociError {
  /** HTTP status. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      readonly status: number;
      readonly hint?: string;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    },
  ) {
    super(code, message, options);
    this.name = "LociClientError";
    this.status = options.status;
    this.retryable =
      code === "UNAVAILABLE" || code === "RATE_LIMITED" || code === "STORAGE_BUSY" || code === "SOURCE_BUSY";
  }
}
