import { type Caller, LociError } from "../../index.ts";
import { errorBody } from "../shared/error-body.ts";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";
import { hintOverHttp } from "./hint-over-http.ts";

/**
 * Anything thrown as an answer. What went wrong inside is told to the owner only: messages and details of such errors name files
 * and processes of this machine.
 *
 * @param caller null for somebody without a token
 */
export function errorResponse(thrown: unknown, caller: Caller | null): Response {
  const body = errorBody(thrown);
  const { http } = ERROR_TABLE[body.code];
  const inside = http >= 500 && caller !== "owner";
  const error = inside ? { ...body, message: "something went wrong inside the service", hint: "the owner finds more in the service's log and with 'loci doctor'", details: {} } : { ...body, hint: hintOverHttp(body.hint) };
  const headers: Record<string, string> = {};
  if (http === 401) headers["WWW-Authenticate"] = 'Bearer realm="loci"';
  if (body.code === "METHOD_NOT_ALLOWED") headers["Allow"] = (body.details["allowed"] as readonly string[]).join(", ");
  if (http === 429 || (http === 503 && thrown instanceof LociError)) headers["Retry-After"] = "1";
  return Response.json({ schema: SCHEMA_VERSION, error }, { status: http, headers });
}
