import { Hono } from "hono";
import { type Caller, LociError, nearestName, type StepWords } from "../../index.ts";
import { admit, answerRoute, type Gate, requireAccess } from "./answer-route.ts";
import { requireToken } from "./event-stream.ts";
import { docsPage, openapiDocument } from "./openapi-document.ts";
import { pageAssets } from "./page-assets.ts";
import { readBytes, readRest } from "./read-bytes.ts";
import { ROUTES } from "./operation-routes.ts";
import { type Admitted, RequestFault, type Route, type Service } from "./route.ts";
import { ERROR_TABLE, errorBody, withoutInside } from "../shared/error-table.ts";
import { SCHEMA_VERSION } from "../../operations/answers/answer.ts";
import { wordsFor } from "./step-words.ts";

/** Another surface's handler under a path of its own, behind the same gate. */
export interface Mount {
  /** Such as `/mcp`. */
  readonly path: string;
  readonly access: Exclude<Route["access"], "open">;
  /** Gets a request whose host, token, rate and project were checked. Its errors are answered here. */
  readonly handle: (request: Request, admitted: Admitted, service: Service) => Promise<Response>;
}

export interface AppOptions {
  readonly service: Service;
  readonly gate: Gate;
  readonly mounts: readonly Mount[];
  /** Takes one line a request. */
  readonly log: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
}

/** Where an answer goes, as the adapter hands it over; nothing where there is no socket. */
interface Connection {
  readonly incoming?: { readonly complete: boolean; destroy(): unknown } | undefined;
  readonly outgoing?:
    | {
        readonly closed?: boolean;
        once(event: "close" | "finish", listener: () => void): unknown;
        destroy(): unknown;
      }
    | undefined;
}

interface Asked {
  readonly req: { readonly raw: Request };
  readonly env: Connection;
}

/** How long an answer waits for its reader. */
const UNREAD_MS = 30_000;

/** On every answer. No page may frame, sniff, keep or load it from elsewhere. */
const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** What is known says what to do; of what nobody expected the stack says where it happened. */
function faultOf(thrown: unknown): string {
  if (thrown instanceof LociError && thrown.code !== "INTERNAL") return `${thrown.message}: ${thrown.hint}`;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** The service as a handler of requests; knows no port and no socket. */
export function createApp({ service, gate, mounts, log, clock, timer }: AppOptions): {
  readonly fetch: (request: Request, connection?: Connection) => Response | Promise<Response>;
} {
  const app = new Hono<{ Bindings: Connection }>();
  const document = openapiDocument(ROUTES, service.version);
  const note = (line: object): void => log(`${JSON.stringify({ time: new Date(clock()).toISOString(), ...line })}\n`);

  /** The last fault that was noted, while no request for data has been answered since. */
  let told: string | null = null;

  /** Everything between a request and its answer that is the same for all routes. */
  const serve = async (
    { req: { raw: request }, env: { incoming, outgoing } }: Asked,
    { pattern, access = "caller" }: { readonly pattern: string; readonly access?: Route["access"] },
    work: (url: URL, admitted: Admitted) => Promise<Response>,
  ): Promise<Response> => {
    const started = timer();
    const open = access === "open";
    let caller: Caller | null = null;
    let project = "-";
    let response: Response;
    let leave = (): void => {};
    try {
      const scheme = gate.guardHost(request.headers);
      if (service.stopping.aborted)
        throw new LociError("UNAVAILABLE", "the service is being stopped", { hint: "try again when it is back" });
      const url = new URL(request.url);
      url.protocol = scheme;
      const admitted = open
        ? { caller: "public" as const, projectName: gate.defaultProject, named: false, tokenId: "", projects: null }
        : admit(request, url, gate);
      if (!open) {
        ({ caller, projectName: project } = admitted);
        leave = gate.turns.admit(caller);
        requireAccess(access, admitted);
      }
      response = await work(url, admitted);
      if (!open) told = null;
    } catch (thrown) {
      // Whoever breaks off in the middle of a body is no fault of ours.
      const gone = request.signal.aborted && !(thrown instanceof LociError);
      response = errorResponse(
        gone ? new DOMException(String(thrown), "AbortError") : thrown,
        caller,
        wordsFor(request),
      );
      // Only faults of ours: the message may help, and the stack contains no content. What stands in every answer until somebody acts is told once.
      const fault = response.status === 500 ? faultOf(thrown) : told;
      if (fault !== told) note({ fault });
      told = fault;
    }
    const unread = response.status >= 400 && incoming?.complete === false ? request.body : null;
    if (unread !== null) response = await endedBehind(unread, response, { incoming, outgoing });
    whenSent(outgoing, leave, { isStream: unread !== null || isEventStream(response) });
    for (const [name, value] of Object.entries(HEADERS))
      if (!response.headers.has(name)) response.headers.set(name, value);
    const ms = timer() - started;
    service.metrics.request(pattern, response.status, ms / 1000);
    // Nothing of a body, a query or an answer; to the answer's head.
    note({
      method: request.method,
      route: pattern,
      status: response.status,
      ms: Math.round(ms * 10) / 10,
      caller: caller ?? "-",
      project,
    });
    return response;
  };

  for (const route of ROUTES)
    app.on(route.method.toUpperCase(), route.path, (context) =>
      serve(context, { pattern: route.path, access: route.access }, (url, admitted) =>
        answerRoute(
          route,
          { ...admitted, request: context.req.raw, url, params: context.req.param() },
          { gate, service },
        ),
      ),
    );
  const page = docsPage(ROUTES, document, service.version);
  const toAnybody = (pattern: string, answer: (request: Request, url: URL) => Promise<Response>): void =>
    void app.get(pattern, (context) =>
      serve(context, { pattern, access: "open" }, (url) => answer(context.req.raw, url)),
    );
  toAnybody("/openapi.json", async () => Response.json(document));
  toAnybody("/docs", async () => new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  const known = [...ROUTES, ...["/", "/openapi.json", "/docs"].map((path) => ({ method: "get" as const, path }))];
  const assets = pageAssets();
  toAnybody("/", async (request) => assets.page(request));
  toAnybody("/assets/*", async (request, { pathname }) => {
    const found = assets.asset(pathname.slice("/assets/".length), request);
    if (found === null) throw noRoute("GET", pathname, known);
    return found;
  });
  for (const { path: pattern, access, handle } of mounts)
    app.all(pattern, (context) =>
      serve(context, { pattern, access }, (_, admitted) =>
        mounted(context.req.raw, admitted, { handle, gate, service }),
      ),
    );
  app.all("*", (context) =>
    serve(context, { pattern: "-" }, async (url) => Promise.reject(noRoute(context.req.method, url.pathname, known))),
  );
  return { fetch: (request, connection = {}) => app.fetch(request, connection) };
}

/**
 * Calls back when the reader has received the answer or closed the connection. A reader that takes nothing for too long is disconnected, so that
 * the answer doesn't stay in memory; streams are never complete and may be slow.
 */
function whenSent(outgoing: Connection["outgoing"], leave: () => void, { isStream }: { isStream: boolean }): void {
  if (outgoing === undefined || outgoing.closed === true) return leave();
  const put = isStream ? null : setTimeout(() => void outgoing.destroy(), UNREAD_MS).unref();
  outgoing.once("close", () => {
    if (put !== null) clearTimeout(put);
    leave();
  });
}

const isEventStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/**
 * A refusal that is sent at once and ends behind the rest of the body: where a client asked for the end of the connection, it comes with the
 * answer's, and what he sends after it would take the answer away from him.
 */
async function endedBehind(
  unread: ReadableStream<Uint8Array>,
  refusal: Response,
  { incoming, outgoing }: Connection,
): Promise<Response> {
  const bytes = new Uint8Array(await refusal.arrayBuffer());
  const rest = readRest(unread, (then) => void outgoing?.once("close", then));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      // Behind its end an answer has lost its connection, which would go on taking what comes.
      if (!(await rest)) outgoing?.once("finish", () => void incoming?.destroy());
      controller.close();
    },
  });
  const headers = { ...Object.fromEntries(refusal.headers), "Content-Length": String(bytes.length) };
  return new Response(body, { status: refusal.status, headers });
}

async function mounted(
  request: Request,
  admitted: Admitted,
  { handle, gate, service }: Pick<Mount, "handle"> & Pick<AppOptions, "gate" | "service">,
): Promise<Response> {
  const { maxBody, bodies, turns } = gate;
  if (request.method !== "POST") return await handle(request, admitted, service);
  // Read here, so that the size is checked once for every surface.
  const share = bodies.open(admitted.caller);
  try {
    const body = await readBytes(request, { most: maxBody, share });
    const { url, method, headers, signal } = request;
    return await turns.run(admitted.caller, signal, async () => {
      requireToken(service.knowsToken, admitted.tokenId);
      return await handle(new Request(url, { method, headers, body, signal }), admitted, service);
    });
  } finally {
    share.release();
  }
}

/**
 * Anything thrown as an answer.
 * @param caller null for somebody without a token
 * @param words in which the next step is said
 */
function errorResponse(thrown: unknown, caller: Caller | null, words: StepWords): Response {
  const requested = thrown instanceof RequestFault;
  const body = errorBody(requested ? thrown.error : thrown, words);
  const http = requested ? 400 : ERROR_TABLE[body.code].http;
  const error = withoutInside(body, caller);
  const headers: Record<string, string> = {};
  if (http === 401) headers["WWW-Authenticate"] = 'Bearer realm="loci"';
  if (body.code === "METHOD_NOT_ALLOWED") headers["Allow"] = (body.details["allowed"] as readonly string[]).join(", ");
  if (http === 429 || (http === 503 && thrown instanceof LociError)) headers["Retry-After"] = "1";
  return Response.json({ schema: SCHEMA_VERSION, error }, { status: http, headers });
}

function noRoute(method: string, path: string, routes: readonly Pick<Route, "method" | "path">[]): LociError {
  const shown = path.slice(0, 200);
  // A path that is a route by itself is not also another's parameter.
  const literal = routes.filter((route) => route.path === path);
  const here = literal.length > 0 ? literal : routes.filter((route) => patternOf(route.path).test(path));
  const allowed = here.flatMap((route) => (route.method === "get" ? ["GET", "HEAD"] : [route.method.toUpperCase()]));
  if (allowed.length > 0)
    return new LociError("METHOD_NOT_ALLOWED", `${shown} takes no ${method}`, {
      hint: `use ${allowed.join(" or ")}`,
      details: { allowed },
    });
  const near = nearestName(
    path,
    routes.map((route) => route.path),
  );
  return new LociError("ROUTE_NOT_FOUND", `there is no route ${method} ${shown}`, {
    hint: `${near === null ? "" : `did you mean ${near}? `}/docs lists them`,
  });
}

/** Paths of routes hold nothing but slashes, letters, dots, hyphens and parameters. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);
