import { Hono } from "hono";
import { type Caller, LociError } from "../../index.ts";
import { type Admitted, admit } from "./admit.ts";
import { answerRoute } from "./answer-route.ts";
import { docsPage } from "./docs-page.ts";
import { errorResponse } from "./error-response.ts";
import type { Gate } from "./gate.ts";
import { noRoute } from "./no-route.ts";
import { openapiDocument } from "./openapi-document.ts";
import { readBytes } from "./read-bytes.ts";
import { requestLine } from "./request-log.ts";
import { ROUTES } from "./routes/all-routes.ts";
import type { Service } from "./service.ts";

/** Another surface's handler under a path of its own, behind the same gate. */
export interface Mount {
  /** Such as `/mcp`. */
  readonly path: string;
  /** Gets a request whose host, token, rate and project were checked. Its errors are answered here. */
  readonly handle: (request: Request, admitted: Admitted, service: Service) => Promise<Response>;
}

/** What an app is made of. */
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

/** On every answer. No page may frame, sniff, keep or load it from elsewhere. */
const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** The service as a handler of requests; knows no port and no socket. */
export function createApp({ service, gate, mounts, log, clock, timer }: AppOptions): { readonly fetch: (request: Request) => Response | Promise<Response> } {
  const app = new Hono();
  const document = openapiDocument(ROUTES, service.version);

  /** Everything between a request and its answer that is the same for all routes. */
  const serve = async (request: Request, pattern: string, open: boolean, work: (url: URL, admitted: Admitted) => Promise<Response>): Promise<Response> => {
    const started = timer();
    let caller: Caller | null = null;
    let project = "-";
    let response: Response;
    try {
      gate.guardHost(request.headers);
      if (service.stopping.aborted) throw new LociError("UNAVAILABLE", "the service is being stopped", { hint: "try again when it is back" });
      const url = new URL(request.url);
      const admitted = open ? { caller: "public" as const, projectName: gate.defaultProject } : admit(request, url, gate);
      if (!open) ({ caller, projectName: project } = admitted);
      response = await work(url, admitted);
    } catch (thrown) {
      response = errorResponse(thrown, caller);
      // Only what is no answer of ours: its message may help, its stack names no content.
      if (response.status === 500 && !(thrown instanceof LociError)) log(`${JSON.stringify({ time: new Date(clock()).toISOString(), fault: thrown instanceof Error ? thrown.stack : String(thrown) })}\n`);
    }
    for (const [name, value] of Object.entries(HEADERS)) if (!response.headers.has(name)) response.headers.set(name, value);
    const ms = timer() - started;
    service.metrics.request(pattern, response.status, ms / 1000);
    log(requestLine({ time: new Date(clock()).toISOString(), method: request.method, route: pattern, status: response.status, ms, caller: caller ?? "-", project }));
    return response;
  };

  for (const route of ROUTES) {
    app.on(route.method.toUpperCase(), route.path, (context) =>
      serve(context.req.raw, route.path, route.access === "open", (url, admitted) => answerRoute(route, { ...admitted, request: context.req.raw, url, params: context.req.param() }, gate, service)),
    );
  }
  const page = docsPage(ROUTES, document, service.version);
  app.get("/openapi.json", (context) => serve(context.req.raw, "/openapi.json", true, async () => Response.json(document)));
  app.get("/docs", (context) => serve(context.req.raw, "/docs", true, async () => new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } })));
  for (const { path, handle } of mounts) app.all(path, (context) => serve(context.req.raw, path, false, (_, admitted) => mounted(context.req.raw, handle, admitted, gate.maxBody, service)));
  const known = [...ROUTES, ...["/openapi.json", "/docs"].map((path) => ({ method: "get" as const, path }))];
  app.all("*", (context) => serve(context.req.raw, "-", false, async (url) => Promise.reject(noRoute(context.req.method, url.pathname, known))));
  return { fetch: (request) => app.fetch(request) };
}

async function mounted(request: Request, handle: Mount["handle"], admitted: Admitted, maxBody: number, service: Service): Promise<Response> {
  if (request.method !== "POST") return await handle(request, admitted, service);
  // Read here, so that the size is checked once for every surface.
  const body = await readBytes(request, maxBody);
  return await handle(new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal }), admitted, service);
}
