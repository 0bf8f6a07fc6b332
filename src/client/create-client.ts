import type {
  DocumentAnswer,
  ExpandAnswer,
  ExpandRequest,
  FactsAskAnswer,
  FactsAskRequest,
  FactsTellRequest,
  FactsToldAnswer,
  FiletreeAnswer,
  JobAnswer,
  JobEventAnswer,
  MessageAnswer,
  MessageRequest,
  SearchAnswer,
  SearchRequest,
  SourceAnswer,
  SourcesRequest,
  StatusAnswer,
} from "./answers.ts";
import { LociClientError } from "./client-error.ts";
import { readEvents } from "./read-events.ts";
import { type CallOptions, type ClientOptions, type ClientRequest, clientTransport } from "./transport.ts";

/** Waits for a run to end instead of answering at once. */
interface Waiting extends CallOptions {
  readonly wait?: boolean;
}

/** A service, asked by one caller for one project. Every call throws `LociClientError`. */
export interface LociClient {
  /** Whether a service answers there, and which version; null when none does. Never throws. */
  available(options?: CallOptions): Promise<{ readonly version: string } | null>;
  search(request: SearchRequest, options?: CallOptions): Promise<SearchAnswer>;
  expand(request: ExpandRequest, options?: CallOptions): Promise<ExpandAnswer>;
  /** Appends a message to a chat; it is found from the moment this resolves. The same id again changes nothing. */
  addMessage(chat: string, message: MessageRequest, options?: CallOptions): Promise<{ readonly message: MessageAnswer }>;
  /** Indexes a document handed over as bytes; the owner says its scope. */
  addDocument(document: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly scope?: string; readonly wing?: string; readonly room?: string }, options?: CallOptions): Promise<{ readonly document: DocumentAnswer }>;
  removeDocument(key: string, options?: CallOptions): Promise<{ readonly removed: { readonly source: string; readonly drawers: number } }>;
  tellFacts(request: FactsTellRequest, options?: CallOptions): Promise<FactsToldAnswer>;
  askFacts(request: FactsAskRequest, options?: CallOptions): Promise<FactsAskAnswer>;
  status(options?: CallOptions): Promise<StatusAnswer>;
  sources(options?: CallOptions): Promise<{ readonly sources: readonly SourceAnswer[] }>;
  addSources(request: SourcesRequest, options?: Waiting): Promise<{ readonly job: JobAnswer }>;
  refreshSource(key: string, options?: Waiting): Promise<{ readonly job: JobAnswer }>;
  removeSource(key: string, options?: CallOptions): Promise<{ readonly removed: { readonly source: SourceAnswer; readonly documents: number; readonly drawers: number } }>;
  jobs(options?: CallOptions & { readonly limit?: number }): Promise<{ readonly jobs: readonly JobAnswer[] }>;
  job(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  /** What happens to a run, beginning with its present state; ends with the run. */
  jobEvents(id: string, options?: CallOptions): AsyncIterable<JobEventAnswer>;
  cancelJob(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  retryJob(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  filetree(path?: string, options?: CallOptions): Promise<FiletreeAnswer>;
  /** Any other route: see `/docs` of the service. */
  request(request: ClientRequest): Promise<unknown>;
  /** The same service, as somebody who sees less or for another project. */
  with(other: Partial<Pick<ClientOptions, "caller" | "project">>): LociClient;
}

/** Makes a client; nothing is sent yet. */
export function createClient(options: ClientOptions): LociClient {
  const send = clientTransport(options);
  // The service checked its answer's shape by the schema that the type was taken from.
  const ask = async <T>(request: ClientRequest): Promise<T> => (await (await send(request)).json()) as T;
  const post = <T>(path: string, json: unknown, { signal }: CallOptions = {}): Promise<T> => ask<T>({ method: "POST", path, json, ...(signal && { signal }) });
  const get = <T>(path: string, { signal }: CallOptions = {}, query: ClientRequest["query"] = {}): Promise<T> => ask<T>({ method: "GET", path, query, ...(signal && { signal }) });
  const remove = <T>(path: string, { signal }: CallOptions = {}): Promise<T> => ask<T>({ method: "DELETE", path, unlimited: true, ...(signal && { signal }) });
  const run = <T>(path: string, json: unknown, { wait, signal }: Waiting = {}): Promise<T> => ask<T>({ method: "POST", path, json, query: { wait }, unlimited: wait === true, ...(signal && { signal }) });
  const part = encodeURIComponent;
  return {
    async available(call) {
      try {
        const { version } = await get<{ version: string }>("/healthz", call);
        return typeof version === "string" ? { version } : null;
      } catch (thrown) {
        if (thrown instanceof LociClientError || call?.signal?.aborted === true) return null;
        throw thrown;
      }
    },
    search: (request, call) => post("/v1/search", request, call),
    expand: (request, call) => post("/v1/expand", request, call),
    addMessage: (chat, message, call) => post(`/v1/chats/${part(chat)}/messages`, message, call),
    addDocument: ({ bytes, ...query }, call) => ask({ method: "POST", path: "/v1/documents", query, bytes, unlimited: true, ...(call?.signal && { signal: call.signal }) }),
    removeDocument: (key, call) => remove(`/v1/documents/${part(key)}`, call),
    tellFacts: (request, call) => post("/v1/facts/tell", request, call),
    askFacts: (request, call) => post("/v1/facts/ask", request, call),
    status: (call) => get("/v1/status", call),
    sources: (call) => get("/v1/sources", call),
    addSources: (request, call) => run("/v1/sources", request, call),
    refreshSource: (key, call) => run(`/v1/sources/${part(key)}/refresh`, undefined, call),
    removeSource: (key, call) => remove(`/v1/sources/${part(key)}`, call),
    jobs: ({ limit, ...call } = {}) => get("/v1/jobs", call, { limit }),
    job: (id, call) => get(`/v1/jobs/${part(id)}`, call),
    async *jobEvents(id, call) {
      const { body } = await send({ method: "GET", path: `/v1/jobs/${part(id)}/events`, unlimited: true, ...(call?.signal && { signal: call.signal }) });
      if (body !== null) yield* readEvents(body);
    },
    cancelJob: (id, call) => run(`/v1/jobs/${part(id)}/cancel`, undefined, call),
    retryJob: (id, call) => run(`/v1/jobs/${part(id)}/retry`, undefined, call),
    filetree: (path, call) => get("/v1/filetree", call, { path }),
    request: (request) => ask(request),
    with: (other) => createClient({ ...options, ...other }),
  };
}
