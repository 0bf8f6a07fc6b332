import type { ErrorCode } from "../model/error.ts";
import { LociClientError } from "./client-error.ts";

/** Where a service is, and as whom it is asked. */
export interface ClientOptions {
  /** `http://127.0.0.1:5858` by default. */
  readonly url?: string;
  /** The owner's stands in the file `token` of the data folder. */
  readonly token: string;
  /** The project of every request; the service's default when left out. */
  readonly project?: string;
  /** For the owner: ask as somebody who sees less, `user:42` or `public`. */
  readonly caller?: string;
  /** Milliseconds for an answer, 30,000 by default; what waits for runs or streams has no limit. */
  readonly timeout?: number;
  /** Another `fetch`; for tests. */
  readonly fetch?: typeof fetch;
}

/** What every call may be given. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** One request. */
export interface ClientRequest extends CallOptions {
  readonly method: "GET" | "POST" | "DELETE";
  /** Already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly unlimited?: boolean;
}

const DEFAULT_URL = "http://127.0.0.1:5858";
const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends requests of one client. @returns the response of what went well; throws `LociClientError` for everything else, but what `signal` aborts with */
export function clientTransport({ url = DEFAULT_URL, token, project, caller, timeout = DEFAULT_TIMEOUT_MS, fetch: send = fetch }: ClientOptions): (request: ClientRequest) => Promise<Response> {
  return async ({ method, path, query = {}, json, bytes, unlimited = false, signal }) => {
    const target = new URL(path, url);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(name, String(value));
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    if (project !== undefined) headers["Loci-Project"] = project;
    if (caller !== undefined) headers["Loci-Caller"] = caller;
    if (json !== undefined) headers["Content-Type"] = "application/json";
    if (bytes !== undefined) headers["Content-Type"] = "application/octet-stream";
    const signals = [...(signal === undefined ? [] : [signal]), ...(unlimited ? [] : [AbortSignal.timeout(timeout)])];
    let response: Response;
    try {
      response = await send(target, { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }), ...(bytes !== undefined && { body: bytes }), ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw new LociClientError("UNAVAILABLE", `the service at ${target.origin} does not answer`, { status: 0, hint: "start it with 'loci serve'", cause: thrown });
    }
    if (response.ok) return response;
    throw await errorOf(response);
  };
}

async function errorOf(response: Response): Promise<LociClientError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string; readonly details: Record<string, unknown> } };
    return new LociClientError(error.code, error.message, { status: response.status, hint: error.hint, details: error.details });
  } catch (thrown) {
    return new LociClientError("UNAVAILABLE", `something else than Loci answered (${response.status})`, { status: response.status, hint: "check the address", cause: thrown });
  }
}
