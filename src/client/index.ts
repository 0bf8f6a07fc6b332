import {
  type AnswerOf,
  type AskAnswer,
  type AskEventAnswer,
  type AskRequest,
  type DocumentAnswer,
  type JobEventAnswer,
  type RouteCalls,
  routeCalls,
} from "./calls.ts";
import {
  type CallOptions,
  type ClientOptions,
  type ClientRequest,
  LociClientError,
  clientTransport,
  unreadableAnswer,
  answeredError,
} from "./transport.ts";

/**
 * A typed client of `loci serve`, for programs that run beside it. Needs nothing but `fetch`.
 * @example
 * import { createClient } from "loci/client";
 * const loci = createClient({ token, project: "notes" });
 * const { message } = await loci.addMessage("planning", { id: "m7", role: "user", text: "When is the launch?" });
 * const { hits } = await loci.search({ query: "When is the launch?", excludeIds: message.drawers });
 * console.log(hits.map(({ citation, text }) => `${citation.mark} ${text}`));
 */
export { LociClientError } from "./transport.ts";
export type { CallOptions, ClientOptions, ClientRequest } from "./transport.ts";
export type {
  AskAnswer,
  AskEventAnswer,
  AskRequest,
  DocumentAnswer,
  ExpandAnswer,
  FactListsAnswer,
  FiletreeAnswer,
  ForgottenAnswer,
  JobAnswer,
  JobEventAnswer,
  SearchAnswer,
  SearchRequest,
  SessionAnswer,
  SettingsAnswer,
  SourceAnswer,
} from "./calls.ts";
export type { AnswerOf, RouteCalls } from "./calls.ts";

/**
 * A service, asked by one caller for one project: a call for every route, by the name that docs/http-routes.md gives it, and what streams. Every
 * call throws `LociClientError`, with the codes of the route that it asks (see `/docs` of the service), `UNAUTHORIZED`, `RATE_LIMITED`, and
 * `UNAVAILABLE` for what is no answer; and what its `signal` aborts with.
 */
export interface LociClient extends RouteCalls {
  /** Whether a service answers there, and which version; null when none does, and when the call was given up. */
  available(options?: CallOptions): Promise<{ readonly version: string } | null>;
  /** Answers a question, its citations checked. */
  ask(request: AskRequest, options?: CallOptions): Promise<AskAnswer>;
  /** The same as it happens; ends with `done`. */
  askEvents(request: AskRequest, options?: CallOptions): AsyncIterable<AskEventAnswer>;
  /** What changes, as it happens, until it is given up; the first comes at once. */
  changeEvents(
    options?: CallOptions & { readonly since?: string },
  ): AsyncIterable<{ readonly type: "change" } & AnswerOf<"changes">>;
  /** Indexes a document handed over as bytes; the owner says its scope. It is found from the moment this resolves. */
  addDocument(
    document: {
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly scope?: string;
      readonly wing?: string;
      readonly room?: string;
    },
    options?: CallOptions,
  ): Promise<DocumentAnswer>;
  /** What happens to a run, beginning with its present state; ends with the run. */
  jobEvents(id: string, options?: CallOptions): AsyncIterable<JobEventAnswer>;
  /** Figures of the service in Prometheus' text format. For the owner. */
  metrics(options?: CallOptions): Promise<string>;
  /** Any other route that streams server-sent events. */
  events(request: ClientRequest): AsyncIterable<{ readonly type: string }>;
  /** Any other route that answers JSON. @example await loci.request({ method: "GET", path: "/v1/wings" }) */
  request(request: ClientRequest): Promise<unknown>;
  /** The same service, as somebody who sees less or for another project. */
  with(other: Partial<Pick<ClientOptions, "caller" | "project">>): LociClient;
}

/**
 * Makes a client; nothing is sent yet.
 * @example const loci = createClient({ token, project: "notes" });
 */
export function createClient(options: ClientOptions): LociClient {
  const send = clientTransport(options);
  const ask = async <T>(request: ClientRequest): Promise<T> => {
    const response = await send(request);
    try {
      // The service checked its answer's shape by the schema that the type was taken from.
      return (await response.json()) as T;
    } catch (thrown) {
      request.signal?.throwIfAborted();
      throw unreadableAnswer(response, thrown);
    }
  };
  async function* stream<T extends { readonly type: string }>(request: ClientRequest): AsyncIterable<T> {
    const response = await send({ ...request, accept: "text/event-stream", unlimited: true });
    try {
      yield* readEvents<T>(response);
    } catch (thrown) {
      request.signal?.throwIfAborted();
      throw thrown instanceof LociClientError ? thrown : unreadableAnswer(response, thrown);
    }
  }
  const calls = routeCalls(ask);
  return {
    ...calls,
    async available(call) {
      try {
        const { version } = await calls.health(call);
        return typeof version === "string" ? { version } : null;
      } catch (thrown) {
        if (thrown instanceof LociClientError || call?.signal?.aborted === true) return null;
        throw thrown;
      }
    },
    ask: (request, call) =>
      ask({ method: "POST", path: "/v1/ask", json: { ...request, stream: false }, unlimited: true, ...call }),
    askEvents: (request, call) => stream({ method: "POST", path: "/v1/ask", json: request, ...call }),
    changeEvents: ({ since, ...call } = {}) =>
      stream({ method: "GET", path: "/v1/changes", query: { since }, ...call }),
    addDocument: ({ bytes, ...query }, call) =>
      ask({ method: "POST", path: "/v1/documents", query, bytes, unlimited: true, ...call }),
    jobEvents: (id, call) => stream({ method: "GET", path: `/v1/jobs/${encodeURIComponent(id)}`, ...call }),
    metrics: async (call) => await (await send({ method: "GET", path: "/metrics", ...call })).text(),
    events: (request) => stream(request),
    request: (request) => ask(request),
    with: (other) => createClient({ ...options, ...other }),
  };
}

/**
 * The events of a server-sent stream. Comments are passed over.
 * @throws LociClientError for the event `error`, with which the service ends a stream before its time; what the body ends with
 */
async function* readEvents<T extends { readonly type: string }>({ body, status }: Response): AsyncIterable<T> {
  if (body === null) return;
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (type === undefined || data === undefined) continue;
      if (type === "error") throw answeredError(data, status);
      yield { type, ...(JSON.parse(data) as object) } as unknown as T;
    }
  }
}
