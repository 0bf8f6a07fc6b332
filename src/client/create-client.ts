import type {
  AskAnswer,
  AskEventAnswer,
  AskRequest,
  VerifyAnswer,
  ChangesAnswer,
  ChatMessagesAnswer,
  ChatsAnswer,
  DeletedChatAnswer,
  AddDrawerRequest,
  AddedDrawerAnswer,
  DocumentAnswer,
  DrawerSourceAnswer,
  ExpandAnswer,
  ExpandRequest,
  FactHistoryAnswer,
  FactListsAnswer,
  FactsAskAnswer,
  FactsAskRequest,
  FactsChangeAnswer,
  FactsChangeRequest,
  FactsTellRequest,
  FactsToldAnswer,
  FiletreeAnswer,
  FindingsAnswer,
  ForgetRequest,
  ForgottenAnswer,
  InjectionAnswer,
  InjectRequest,
  JobAnswer,
  JobEventAnswer,
  MessageAnswer,
  MessageRequest,
  SearchAnswer,
  SearchRequest,
  SessionAnswer,
  SessionCodeAnswer,
  SettingsAnswer,
  SourceAnswer,
  SourcesRequest,
  StatusAnswer,
} from "./answers.ts";
import { type OperationCalls, operationCalls } from "./operation-calls.ts";
import {
  LociClientError,
  type CallOptions,
  type ClientOptions,
  type ClientRequest,
  clientTransport,
  unreadableAnswer,
  answeredError,
} from "./transport.ts";

/** What a call that starts a run may be given. */
interface RunOptions extends CallOptions {
  /** Whether it answers when the run has ended, and not as soon as it waits for its turn. Without a limit of time then. */
  readonly wait?: boolean;
}

/**
 * A service, asked by one caller for one project. Every call throws `LociClientError`, with the codes of the route that it asks (see `/docs` of
 * the service), `UNAUTHORIZED`, `RATE_LIMITED`, and `UNAVAILABLE` for what is no answer; and what its `signal` aborts with.
 */
export interface LociClient extends OperationCalls {
  /** Whether a service answers there, and which version; null when none does, and when the call was given up. */
  available(options?: CallOptions): Promise<{ readonly version: string } | null>;
  /** Passages, best first, each with the mark and label to cite it by. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchAnswer>;
  /** Answers a question, its citations checked. */
  ask(request: AskRequest, options?: CallOptions): Promise<AskAnswer>;
  /** The same as it happens; ends with `done`. */
  askEvents(request: AskRequest, options?: CallOptions): AsyncIterable<AskEventAnswer>;
  /** Checks the citations of an answer against the stored text. */
  verify(text: string, options?: CallOptions): Promise<VerifyAnswer>;
  /** Opens drawers by their ids: exact text and, where asked for, what stands around it. */
  expand(request: ExpandRequest, options?: CallOptions): Promise<ExpandAnswer>;
  /** Appends a message to a chat; it is found from the moment this resolves. The same id again changes nothing. */
  addMessage(
    chat: string,
    message: MessageRequest,
    options?: CallOptions,
  ): Promise<{ readonly message: MessageAnswer }>;
  /** The chats that go on, newest first. @param options `limit`: 50 by default */
  chats(options?: CallOptions & { readonly limit?: number; readonly offset?: number }): Promise<ChatsAnswer>;
  /** What was said in a chat: its last messages, or the last before one. */
  chatMessages(
    chat: string,
    options?: CallOptions & { readonly limit?: number; readonly before?: string; readonly scope?: string },
  ): Promise<ChatMessagesAnswer>;
  /** Deletes a chat with everything that came of it. */
  deleteChat(
    chat: string,
    options?: CallOptions & { readonly scope?: string },
  ): Promise<{ readonly deleted: DeletedChatAnswer }>;
  /** What changed since a revision, at once or after `wait` seconds at most; everything without `since`. */
  changes(options?: CallOptions & { readonly since?: string; readonly wait?: number }): Promise<ChangesAnswer>;
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
  ): Promise<{ readonly document: DocumentAnswer }>;
  /** Takes a document out again. @param key `document.source` of the answer to its upload */
  removeDocument(
    key: string,
    options?: CallOptions,
  ): Promise<{ readonly removed: { readonly source: string; readonly drawers: number } }>;
  /** States, changes or takes back what is in a list, in words. */
  tellFacts(request: FactsTellRequest, options?: CallOptions): Promise<FactsToldAnswer>;
  /** Asks a list, in words; without `kind` when it is no question about lists. */
  askFacts(request: FactsAskRequest, options?: CallOptions): Promise<FactsAskAnswer>;
  /** Changes a list or an exact fact without grammar: `{ op: "move", topic: "fonts", item: "Futura", rank: 1 }`; also `undo`. */
  changeFacts(request: FactsChangeRequest, options?: CallOptions): Promise<FactsChangeAnswer>;
  /** How the project stands, of what the caller may see. */
  status(options?: CallOptions): Promise<StatusAnswer>;
  /** What is indexed, from where. This and what follows is for the owner. */
  sources(options?: CallOptions): Promise<{ readonly sources: readonly SourceAnswer[] }>;
  /** Indexes folders and files inside the service's roots. */
  addSources(request: SourcesRequest, options?: RunOptions): Promise<{ readonly job: JobAnswer }>;
  /** Brings a source up to date. */
  refreshSource(key: string, options?: RunOptions): Promise<{ readonly job: JobAnswer }>;
  /** Forgets a source and every drawer of it; its files stay. */
  removeSource(
    key: string,
    options?: CallOptions,
  ): Promise<{
    readonly removed: { readonly source: SourceAnswer; readonly documents: number; readonly drawers: number };
  }>;
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
  /** What memory would add to an agent's prompt, or why it stays silent. */
  inject(request: InjectRequest, options?: CallOptions): Promise<InjectionAnswer>;
  /** Where a drawer comes from. */
  drawerSource(id: string, options?: CallOptions): Promise<DrawerSourceAnswer>;
  /** Stores exact words by hand. */
  addDrawer(request: AddDrawerRequest, options?: CallOptions): Promise<AddedDrawerAnswer>;
  /** Forgets many drawers and tries every way of reading afterwards; with `dryRun`, shows what would go. Without a limit of time. */
  forget(request: ForgetRequest, options?: CallOptions): Promise<ForgottenAnswer>;
  /** Every list. */
  facts(options?: CallOptions): Promise<FactListsAnswer>;
  /** Everything that happened to a list, oldest first. */
  factHistory(topic: string, options?: CallOptions): Promise<FactHistoryAnswer>;
  /** Every setting in force, and which layer it comes from. For the owner. */
  settings(options?: CallOptions): Promise<SettingsAnswer>;
  /** Sets a key in config.toml, or takes it out; holds from the next start of the service. For the owner. */
  changeSetting(
    change: { readonly key: string; readonly value: string | null },
    options?: CallOptions,
  ): Promise<{ readonly changed: boolean }>;
  /** Checks everything and changes nothing. For the owner. */
  doctor(options?: CallOptions): Promise<FindingsAnswer>;
  /** The same as it happens, until it is given up; the first comes at once. */
  changeEvents(
    options?: CallOptions & { readonly since?: string },
  ): AsyncIterable<{ readonly type: "change" } & ChangesAnswer>;
  /** Who asks, and which projects there are for him. */
  session(options?: CallOptions): Promise<SessionAnswer>;
  /** A one-time code that opens the page as the caller of this token. */
  sessionCode(options?: CallOptions): Promise<SessionCodeAnswer>;
  /** Any other route that streams server-sent events. */
  events(request: ClientRequest): AsyncIterable<{ readonly type: string }>;
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
  const post = <T>(path: string, json: unknown, { signal }: CallOptions = {}): Promise<T> =>
    ask<T>({ method: "POST", path, json, ...(signal && { signal }) });
  const get = <T>(path: string, { signal }: CallOptions = {}, query: ClientRequest["query"] = {}): Promise<T> =>
    ask<T>({ method: "GET", path, query, ...(signal && { signal }) });
  const remove = <T>(path: string, { signal }: CallOptions = {}): Promise<T> =>
    ask<T>({ method: "DELETE", path, unlimited: true, ...(signal && { signal }) });
  const run = <T>(path: string, json: unknown, { wait, signal }: RunOptions = {}): Promise<T> =>
    ask<T>({ method: "POST", path, json, query: { wait }, unlimited: wait === true, ...(signal && { signal }) });
  const signalOf = (call: CallOptions | undefined): CallOptions => (call?.signal ? { signal: call.signal } : {});
  async function* stream<T extends { readonly type: string }>(request: ClientRequest): AsyncIterable<T> {
    const response = await send({ ...request, accept: "text/event-stream", unlimited: true });
    try {
      yield* readEvents<T>(response);
    } catch (thrown) {
      request.signal?.throwIfAborted();
      throw thrown instanceof LociClientError ? thrown : unreadableAnswer(response, thrown);
    }
  }
  const part = encodeURIComponent;
  return {
    ...operationCalls(ask),
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
    ask: (request, call) =>
      ask({
        method: "POST",
        path: "/v1/ask",
        json: { ...request, stream: false },
        unlimited: true,
        ...(call?.signal && { signal: call.signal }),
      }),
    askEvents: (request, call) => stream({ method: "POST", path: "/v1/ask", json: request, ...signalOf(call) }),
    verify: (text, call) => post("/v1/verify", { text }, call),
    expand: (request, call) => post("/v1/expand", request, call),
    addMessage: (chat, message, call) => post(`/v1/chats/${part(chat)}/messages`, message, call),
    chats: ({ signal, ...query } = {}) => get("/v1/chats", { ...(signal && { signal }) }, query),
    chatMessages: (chat, { signal, ...query } = {}) =>
      get(`/v1/chats/${part(chat)}/messages`, { ...(signal && { signal }) }, query),
    deleteChat: (chat, { signal, scope } = {}) =>
      ask({
        method: "DELETE",
        path: `/v1/chats/${part(chat)}`,
        query: { scope },
        unlimited: true,
        ...(signal && { signal }),
      }),
    changes: ({ signal, ...query } = {}) => get("/v1/changes", { ...(signal && { signal }) }, query),
    addDocument: ({ bytes, ...query }, call) =>
      ask({
        method: "POST",
        path: "/v1/documents",
        query,
        bytes,
        unlimited: true,
        ...(call?.signal && { signal: call.signal }),
      }),
    removeDocument: (key, call) => remove(`/v1/documents/${part(key)}`, call),
    tellFacts: (request, call) => post("/v1/facts/tell", request, call),
    askFacts: (request, call) => post("/v1/facts/ask", request, call),
    changeFacts: (request, call) => post("/v1/facts/change", request, call),
    status: (call) => get("/v1/status", call),
    sources: (call) => get("/v1/sources", call),
    addSources: (request, call) => run("/v1/sources", request, call),
    refreshSource: (key, call) => run(`/v1/sources/${part(key)}/refresh`, undefined, call),
    removeSource: (key, call) => remove(`/v1/sources/${part(key)}`, call),
    jobs: ({ limit, ...call } = {}) => get("/v1/jobs", call, { limit }),
    job: (id, call) => get(`/v1/jobs/${part(id)}`, call),
    jobEvents: (id, call) => stream({ method: "GET", path: `/v1/jobs/${part(id)}/events`, ...signalOf(call) }),
    cancelJob: (id, call) => run(`/v1/jobs/${part(id)}/cancel`, undefined, call),
    retryJob: (id, call) => run(`/v1/jobs/${part(id)}/retry`, undefined, call),
    filetree: (path, call) => get("/v1/filetree", call, { path }),
    inject: (request, call) => post("/v1/inject", request, call),
    drawerSource: (id, call) => get(`/v1/drawers/${part(id)}/source`, call),
    addDrawer: (request, call) => post("/v1/drawers", request, call),
    forget: (request, call) =>
      ask({ method: "POST", path: "/v1/forget", json: request, unlimited: true, ...signalOf(call) }),
    facts: (call) => get("/v1/facts", call),
    factHistory: (topic, call) => get(`/v1/facts/${part(topic)}/history`, call),
    settings: (call) => get("/v1/settings", call),
    changeSetting: (change, call) => post("/v1/settings", change, call),
    doctor: (call) => ask({ method: "GET", path: "/v1/doctor", unlimited: true, ...signalOf(call) }),
    changeEvents: ({ since, ...call } = {}) =>
      stream({ method: "GET", path: "/v1/changes", query: { since }, ...signalOf(call) }),
    session: (call) => get("/v1/session", call),
    sessionCode: (call) => ask({ method: "POST", path: "/v1/session/codes", ...signalOf(call) }),
    events: (request) => stream(request),
    request: (request) => ask(request),
    with: (other) => createClient({ ...options, ...other }),
  };
}

/**
 * The events of a server-sent stream. Comments are passed over.
 *
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
