import { type Caller, type Identity, LociError, parseCaller, parseProjectName } from "../../index.ts";
import { parseRequest } from "../shared/parse-request.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";
import { hintOverHttp } from "./hint-over-http.ts";
import { readBytes, readJson } from "./read-body.ts";
import type { Route } from "./route.ts";
import type { Service } from "./service.ts";

/** What stands between a request and its route. */
export interface Gate {
  /** @throws LociError `FORBIDDEN` */
  readonly guardHost: (headers: Headers) => void;
  /** Who a token stands for; null for none. */
  readonly identify: (token: string) => Identity | null;
  /** Whether a caller may ask once more. */
  readonly allows: (key: string) => boolean;
  /** Whether one more wrong token is listened to. */
  readonly allowsFailure: (key: string) => boolean;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** Largest JSON body, bytes. */
  readonly maxBody: number;
  /** Time for an answer, milliseconds. */
  readonly timeLimit: number;
}

/** A request with who asks. */
export interface Admitted {
  readonly caller: Caller;
  readonly projectName: string;
}

/**
 * Finds out who asks, and for which project.
 *
 * The caller is the one whose token it is. The owner may ask as somebody who sees less (`Loci-Caller`), as `--as` does on the
 * command line; nobody else may be anybody else.
 *
 * @throws LociError `FORBIDDEN`, `UNAUTHORIZED`, `RATE_LIMITED`, `CALLER_INVALID`, `PROJECT_INVALID`
 */
export function admit(request: Request, url: URL, gate: Gate): Admitted {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const identity = token === undefined ? null : gate.identify(token);
  if (identity === null) {
    if (token !== undefined && !gate.allowsFailure("token")) throw new LociError("RATE_LIMITED", "too many wrong tokens", { hint: "wait a second, and check the token" });
    throw new LociError("UNAUTHORIZED", token === undefined ? "a token is missing" : "the token is not known", {
      hint: "send 'Authorization: Bearer TOKEN'; the owner's token stands in the file 'token' of the data folder",
    });
  }
  const asked = request.headers.get("loci-caller");
  const caller = asked === null ? identity.caller : parseCaller(asked);
  if (caller !== identity.caller && identity.caller !== "owner") throw new LociError("FORBIDDEN", "a token stands for one caller", { hint: "leave out the header Loci-Caller" });
  if (!gate.allows(identity.caller)) throw new LociError("RATE_LIMITED", "too many requests", { hint: "wait a second; 'server.requests_per_second' sets the limit" });
  const named = url.searchParams.get("project") ?? request.headers.get("loci-project");
  const projectName = named === null ? gate.defaultProject : parseProjectName(named);
  if (identity.projects !== null && !identity.projects.includes(projectName)) throw new LociError("FORBIDDEN", "this token is for other projects", { hint: "name one of its projects: '?project=NAME'" });
  return { caller, projectName };
}

/** Checks a request by the schemas of its route, has it handled, and answers. Throws what went wrong. */
export async function answer(route: Route, request: Request, url: URL, params: Readonly<Record<string, string>>, { caller, projectName }: Admitted, gate: Gate, service: Service): Promise<Response> {
  if (route.access === "owner" && caller !== "owner") throw new LociError("FORBIDDEN", "only the owner may do that", { hint: "use the owner's token" });
  const what = `${route.method.toUpperCase()} ${route.path}`;
  const asked = Object.fromEntries([...url.searchParams].filter(([name]) => name !== "project"));
  const none = Object.keys(asked)[0];
  if (route.query === undefined && none !== undefined) throw new LociError("USAGE", `${what}: there is no parameter '${none.slice(0, 80)}'`, { hint: "leave it out; see /openapi.json" });
  const { signal, overtime, end } = deadline(request.signal, route.unlimited === true ? null : gate.timeLimit);
  try {
    const handled = route.handle({
      params: route.params === undefined ? {} : parseRequest(route.params, params, what),
      query: route.query === undefined ? {} : parseRequest(route.query, asked, what),
      body: route.body === undefined ? {} : parseRequest(route.body, await readJson(request, gate.maxBody), what),
      caller,
      projectName,
      project: ({ make } = { make: false }) => service.project(projectName, { make }),
      signal,
      bytes: (most) => readBytes(request, most),
      service,
    });
    const result = await Promise.race([handled, overtime]);
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

/** A signal for a reader that goes away and for a time that is over; `overtime` rejects for the latter. `end` frees both. */
function deadline(reader: AbortSignal, limit: number | null): { readonly signal: AbortSignal; readonly overtime: Promise<never>; readonly end: () => void } {
  const ending = new AbortController();
  const gone = (): void => ending.abort();
  reader.addEventListener("abort", gone, { once: true });
  const { promise, reject } = Promise.withResolvers<never>();
  const timer =
    limit === null
      ? null
      : setTimeout(() => {
          ending.abort();
          reject(new LociError("UNAVAILABLE", "the answer took too long", { hint: "ask for less at once, or try again" }));
        }, limit);
  const end = (): void => {
    if (timer !== null) clearTimeout(timer);
    reader.removeEventListener("abort", gone);
  };
  return { signal: ending.signal, overtime: promise, end };
}
