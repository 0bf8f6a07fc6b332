import { z } from "zod";
import { LociError } from "../../index.ts";
import { parseRequest } from "../shared/parse-request.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";
import type { Admitted } from "./admit.ts";
import { deadline } from "./deadline.ts";
import type { Gate } from "./gate.ts";
import { hintOverHttp } from "./hint-over-http.ts";
import { readBytes } from "./read-bytes.ts";
import { readJson } from "./read-json.ts";
import type { Route } from "./route.ts";
import type { Service } from "./service.ts";

const NO_QUERY = z.strictObject({});

/** A request that was admitted, with the parts of its address. */
interface AdmittedRequest extends Admitted {
  readonly request: Request;
  readonly url: URL;
  /** What stands for the parameters of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Checks a request by the schemas of its route, has it handled, and answers.
 *
 * @throws LociError `FORBIDDEN`, `USAGE`, `TOO_LARGE`, `UNAVAILABLE` when the time is over; what the route throws
 */
export async function answerRoute(route: Route, { request, url, params, caller, projectName }: AdmittedRequest, gate: Pick<Gate, "maxBody" | "timeLimit">, service: Service): Promise<Response> {
  if (route.access === "owner" && caller !== "owner") throw new LociError("FORBIDDEN", "only the owner may do that", { hint: "use the owner's token" });
  const what = `${route.method.toUpperCase()} ${route.path}`;
  const asked = Object.fromEntries([...url.searchParams].filter(([name]) => name !== "project"));
  const { signal, overtime, end } = deadline(request.signal, route.unlimited === true ? null : gate.timeLimit);
  const handled = async (): Promise<object | Response> =>
    await route.handle({
      params: route.params === undefined ? {} : parseRequest(route.params, params, what),
      query: parseRequest(route.query ?? NO_QUERY, asked, what, ["project"]),
      body: route.body === undefined ? {} : parseRequest(route.body, await readJson(request, gate.maxBody), what),
      caller,
      projectName,
      project: ({ make } = { make: false }) => service.project(projectName, { make }),
      signal,
      bytes: (most) => readBytes(request, most),
      service,
    });
  try {
    // The time counts from here: a body may come slowly.
    const result = await Promise.race([handled(), overtime]);
    return result instanceof Response ? result : Response.json({ schema: SCHEMA_VERSION, ...result, ...notesOverHttp(result) }, { status: route.status ?? 200 });
  } finally {
    end();
  }
}

/** The notes of an answer, with next steps that a program can take. */
function notesOverHttp({ notes }: { readonly notes?: unknown }): { readonly notes?: unknown } {
  if (!Array.isArray(notes) || notes.length === 0) return {};
  return { notes: (notes as readonly { readonly hint: string }[]).map((note) => ({ ...note, hint: hintOverHttp(note.hint) })) };
}
