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
import { unreadableAnswer } from "./unreadable-answer.ts";

/** What a call that starts a run may be given. */
interface RunOptions extends CallOptions {
  /** Whether it answers when the run has ended, and not as soon as it waits for its turn. Without a limit of time then. */
  readonly wait?: boolean;
}

/**
 * A service, asked by one caller for one project. Every call throws `LociClientError`, with the codes of the route that it asks (see `/docs` of
 * the service), `UNAUTHORIZED`, `RATE_LIMITED`, and `UNAVAILABLE` for what is no answer; and what its `signal` aborts with.
 */
export interface LociClient {
  /** Whether a service answers there, and which version; null when none does, and when the call was given up. */
  available(options?: CallOptions): Promise<{ readonly version: string } | null>;
  /** Passages, best first, each with the mark and label to cite it by. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchAnswer>;
  /** Opens drawers by their ids: exact text and, where asked for, what stands around it. */
  expand(request: ExpandRequest, options?: CallOptions): Promise<ExpandAnswer>;
  /** Appends a message to a chat; it is found from the moment this resolves. The same id again changes nothing. */
  addMessage(chat: string, message: MessageRequest, options?: CallOptions): Promise<{ readonly message: MessageAnswer }>;
  /** Indexes a document handed over as bytes; the owner says its scope. It is found from the moment this resolves. */
  addDocument(document: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly scope?: string; readonly wing?: string; readonly room?: string }, options?: CallOptions): Promise<{ readonly document: DocumentAnswer }>;
  /** Takes a document out again. @param key `document.source` of the answer to its upload */
  removeDocument(key: string, options?: CallOptions): Promise<{ readonly removed: { readonly source: string; readonly drawers: number } }>;
  /** States, changes or takes back what is in a list, in words. */
  tellFacts(request: FactsTellRequest, options?: CallOptions): Promise<FactsToldAnswer>;
  /** Asks a list, in words; without `kind` when it is no question about lists. */
  askFacts(request: FactsAskRequest, options?: CallOptions): Promise<FactsAskAnswer>;
  /** How the project stands, of what the caller may see. */
  status(options?: CallOptions): Promise<StatusAnswer>;
  /** What is indexed, from where. This and what follows is for the owner. */
  sources(options?: CallOptions): Promise<{ readonly sources: readonly SourceAnswer[] }>;
  /** Indexes folders and files inside the service's roots. */
  addSources(request: SourcesRequest, options?: RunOptions): Promise<{ readonly job: JobAnswer }>;
  /** Brings a source up to date. */
  refreshSource(key: string, options?: RunOptions): Promise<{ readonly job: JobAnswer }>;
  /** Forgets a source and every drawer of it; its files stay. */
  removeSource(key: string, options?: CallOptions): Promise<{ readonly removed: { readonly source: SourceAnswer; readonly documents: number; readonly drawers: number } }>;
  /** Runs, newest first. @param options `limit`: 20 by default */
  jobs(options?: CallOptions & { readonly limit?: number }): Promise<{ readonly jobs: readonly JobAnswer[] }>;
  job(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  /** What happens to a run, beginning with its present state; ends with the run. */
  jobEvents(id: string, options?: CallOptions): AsyncIterable<JobEventAnswer>;
  /** Ends a run that waits or goes on; what it has written stays. */
  cancelJob(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  /** The same sources again, as a new run. */
  retryJob(id: string, options?: CallOptions): Promise<{ readonly job: JobAnswer }>;
  /** What is in a folder inside the service's roots; without a path, the roots. */
  filetree(path?: string, options?: CallOptions): Promise<FiletreeAnswer>;
  /** Any other route that answers JSON. @example await loci.request({ method: "GET", path: "/v1/wings" }) */
  request(request: ClientRequest): Promise<unknown>;
  /** The same service, as somebody who sees less or for another project. */
  with(other: Partial<Pick<ClientOptions, "caller" | "project">>): LociClient;
}

/**
 * Makes a client; nothing is sent yet.
 *
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
  const post = <T>(path: string, json: unknown, { signal }: CallOptions = {}): Promise<T> => ask<T>({ method: "POST", path, json, ...(signal && { signal }) });
  const get = <T>(path: string, { signal }: CallOptions = {}, query: ClientRequest["query"] = {}): Promise<T> => ask<T>({ method: "GET", path, query, ...(signal && { signal }) });
  const remove = <T>(path: string, { signal }: CallOptions = {}): Promise<T> => ask<T>({ method: "DELETE", path, unlimited: true, ...(signal && { signal }) });
  const run = <T>(path: string, json: unknown, { wait, signal }: RunOptions = {}): Promise<T> => ask<T>({ method: "POST", path, json, query: { wait }, unlimited: wait === true, ...(signal && { signal }) });
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
      const response = await send({ method: "GET", path: `/v1/jobs/${part(id)}/events`, unlimited: true, ...(call?.signal && { signal: call.signal }) });
      try {
        yield* readEvents(response);
      } catch (thrown) {
        call?.signal?.throwIfAborted();
        throw thrown instanceof LociClientError ? thrown : unreadableAnswer(response, thrown);
      }
    },
    cancelJob: (id, call) => run(`/v1/jobs/${part(id)}/cancel`, undefined, call),
    retryJob: (id, call) => run(`/v1/jobs/${part(id)}/retry`, undefined, call),
    filetree: (path, call) => get("/v1/filetree", call, { path }),
    request: (request) => ask(request),
    with: (other) => createClient({ ...options, ...other }),
  };
}
