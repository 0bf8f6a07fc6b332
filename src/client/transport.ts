import { type ErrorCode, type ErrorData, LociError } from "../model/error.ts";

/** An error that the service answered with, or that it didn't answer at all (`UNAVAILABLE`). `status` is 0 then. */
export class LociClientError extends LociError {
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

/** Where a service is, and as whom it is asked. */
export interface ClientOptions {
  /** `http://127.0.0.1:5858` by default. */
  readonly url?: string;
  /** The owner's stands in the file `token` of the data folder. Left out in a page of the service itself, whose cookie says who asks. */
  readonly token?: string;
  /** The project of every request; the service's default when left out. */
  readonly project?: string;
  /** For the owner: ask as somebody who sees less, `user:42` or `public`. */
  readonly caller?: string;
  /** Milliseconds for an answer, 30,000 by default; what waits for runs or streams has no limit. */
  readonly timeout?: number;
  /** Another `fetch`; for tests. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Gives the call up; it throws what the signal aborts with. */
  readonly signal?: AbortSignal;
}

export interface ClientRequest extends CallOptions {
  readonly method: "GET" | "POST" | "DELETE";
  /** From the root, already encoded: `/v1/wings`. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  /** The body, where it is a document. */
  readonly bytes?: Uint8Array;
  /** The kind of answer that is wanted, where a route gives several. */
  readonly accept?: string;
  /** Waits without a limit of time; false by default. */
  readonly unlimited?: boolean;
}

const DEFAULT_URL = "http://127.0.0.1:5858";
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Sends requests of one client.
 * @returns gives the response of what went well, its body unread; throws `LociClientError` for everything else, but what `signal` aborts with
 */
export function clientTransport(given: ClientOptions): (request: ClientRequest) => Promise<Response> {
  const { url = DEFAULT_URL, token, project, caller, timeout = DEFAULT_TIMEOUT_MS, fetch: send = fetch } = given;
  return async ({ method, path, query = {}, json, bytes, accept, unlimited = false, signal }) => {
    const target = new URL(path, url);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) target.searchParams.set(name, String(value));
    const headers: Record<string, string> = {};
    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
    if (accept !== undefined) headers["Accept"] = accept;
    if (project !== undefined) headers["Loci-Project"] = project;
    if (caller !== undefined) headers["Loci-Caller"] = caller;
    if (json !== undefined) headers["Content-Type"] = "application/json";
    if (bytes !== undefined) headers["Content-Type"] = "application/octet-stream";
    const signals = [...(signal === undefined ? [] : [signal]), ...(unlimited ? [] : [AbortSignal.timeout(timeout)])];
    let response: Response;
    try {
      response = await send(target, {
        method,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
        // Bytes over any kind of buffer are sent; the page's types say so of ArrayBuffer alone.
        ...(bytes !== undefined && { body: bytes as NonNullable<RequestInit["body"]> }),
        ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw new LociClientError("UNAVAILABLE", `the service at ${target.origin} does not answer`, {
        status: 0,
        hint: "start it with 'loci serve'",
        cause: thrown,
      });
    }
    if (response.ok) return response;
    let error: LociClientError;
    try {
      error = answeredError(await response.text(), response.status);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw unreadableAnswer(response, thrown);
    }
    throw error;
  };
}

/** The error for an answer that broke off, timed out, or isn't Loci's. @param thrown what reading it ended with */
export const unreadableAnswer = ({ status }: Response, thrown: unknown): LociClientError =>
  new LociClientError("UNAVAILABLE", `the answer broke off, or something else than Loci gave it (${status})`, {
    status,
    hint: "check the address, or try again",
    cause: thrown,
  });

/**
 * The error that the service sent: as an answer, or as the last event of a stream.
 * @param text JSON, with the error under `error`
 * @param status of the answer
 * @throws SyntaxError, TypeError for what is no such text
 */
export function answeredError(text: string, status: number): LociClientError {
  const { code, message, hint, details } = (JSON.parse(text) as { readonly error: ErrorData }).error;
  if (typeof code !== "string" || typeof message !== "string") throw new TypeError("an error without code and message");
  return new LociClientError(code, message, { status, hint, details });
}
