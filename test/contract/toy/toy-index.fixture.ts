import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
// As a package of its own would: from the public face alone.
import {
  type Applied,
  type CandidateQuery,
  type CandidateSet,
  type Document,
  type DocumentRef,
  type DocumentWrite,
  type DrawerFilter,
  type ErrorCode,
  type Facets,
  type IndexCapabilities,
  type IndexChange,
  type IndexCounts,
  type IndexFinding,
  type IndexHouse,
  type IndexReader,
  LociError,
  type PlaceCount,
  type SearchIndex,
  type StoredDrawer,
  type VisibleScopes,
} from "../../../src/index.ts";
import type { ToyReply, ToyRequest } from "./toy-server.process.ts";

/** A server of its own process that keeps indexes. */
export class ToyServer {
  /** Requests so far. */
  requests = 0;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: ToyReply) => void>();

  constructor() {
    const file = fileURLToPath(new URL("toy-server.process.ts", import.meta.url));
    this.#child = fork(file, [], { serialization: "advanced" });
    this.#child.on("message", (reply: ToyReply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0) this.#child.unref();
    });
  }

  async ask<T>(name: string, method: string, ...args: readonly unknown[]): Promise<T> {
    const id = ++this.requests;
    this.#child.ref();
    const reply = await new Promise<ToyReply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, name, method, args } satisfies ToyRequest);
    });
    if (reply.error !== undefined) {
      const { code, message, hint, details } = reply.error;
      throw new LociError(code as ErrorCode, message, { hint, details: details as Record<string, unknown> });
    }
    return reply.value as T;
  }

  stop(): void {
    this.#child.kill();
  }
}

/** An index as a class, whose data is in another process: what an engine over a network looks like to the rest of Loci. */
export class ToyIndex implements SearchIndex {
  readonly capabilities: IndexCapabilities = {
    keepsDrawers: false,
    writesFarAway: false,
  };
  readonly #server: ToyServer;
  readonly #name: string;
  #closed = false;

  constructor(server: ToyServer, name: string) {
    this.#server = server;
    this.#name = name;
  }

  async #ask<T>(method: keyof SearchIndex, ...args: readonly unknown[]): Promise<T> {
    if (this.#closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
    return await this.#server.ask<T>(this.#name, method, ...args);
  }

  sequence(): Promise<number> {
    return this.#ask("sequence");
  }

  candidates({ signal, ...query }: CandidateQuery): Promise<CandidateSet> {
    signal?.throwIfAborted();
    return this.#ask("candidates", query);
  }

  drawers(visible: VisibleScopes): Promise<number> {
    return this.#ask("drawers", visible);
  }

  messageParts(visible: VisibleScopes): Promise<number> {
    return this.#ask("messageParts", visible);
  }

  contains(terms: readonly string[], visible: VisibleScopes): Promise<readonly boolean[]> {
    return this.#ask("contains", terms, visible);
  }

  get(ids: readonly string[], visible: VisibleScopes): Promise<readonly StoredDrawer[]> {
    return this.#ask("get", ids, visible);
  }

  recent(...asked: Parameters<SearchIndex["recent"]>): Promise<readonly string[]> {
    return this.#ask("recent", ...asked);
  }

  modelIdentity(): Promise<string | null> {
    return this.#ask("modelIdentity");
  }

  setModelIdentity(identity: string): Promise<void> {
    return this.#ask("setModelIdentity", identity);
  }

  async apply({
    signal,
    ...change
  }: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied> {
    signal?.throwIfAborted();
    return await this.#ask("apply", change);
  }

  begin(): IndexChange {
    if (this.#closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
    const put = new Map<string, DocumentWrite>();
    return {
      put: (write) => void put.set(JSON.stringify([write.document.source, write.document.path]), write),
      apply: (rest) => this.apply({ put: [...put.values()], ...rest }),
    };
  }

  settle(written?: number): Promise<void> {
    return this.#ask("settle", written);
  }

  purge(): Promise<void> {
    return this.#ask("purge");
  }

  reader(): IndexReader {
    return this;
  }

  documents(source?: string): Promise<readonly Document[]> {
    return this.#ask("documents", source);
  }

  resolve(prefix: string, visible: VisibleScopes, limit: number): Promise<readonly string[]> {
    return this.#ask("resolve", prefix, visible, limit);
  }

  documentDrawers(...asked: Parameters<SearchIndex["documentDrawers"]>): Promise<readonly StoredDrawer[]> {
    return this.#ask("documentDrawers", ...asked);
  }

  async documentWrites(): Promise<ReadonlyMap<string, number>> {
    // What goes over a line as JSON is no map.
    return new Map(await this.#ask<readonly (readonly [string, number])[]>("documentWrites"));
  }

  linking(visible: VisibleScopes): Promise<readonly string[]> {
    return this.#ask("linking", visible);
  }

  counts(visible: VisibleScopes): Promise<IndexCounts> {
    return this.#ask("counts", visible);
  }

  facets(visible: VisibleScopes, filter: DrawerFilter): Promise<Facets> {
    return this.#ask("facets", visible, filter);
  }

  wings(visible: VisibleScopes): Promise<Facets["wings"]> {
    return this.#ask("wings", visible);
  }

  places(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly PlaceCount[]> {
    return this.#ask("places", visible, filter);
  }

  check(deep: boolean, current?: ReadonlySet<string>): Promise<readonly IndexFinding[]> {
    return this.#ask("check", deep, current);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }
}

/** Where the index of a name lives on the server. */
export function toyHouse(server: ToyServer, name: string): IndexHouse {
  const identity = (): Promise<string | null> => server.ask(name, "identity");
  return {
    identity,
    state: async () =>
      (await identity()) === null
        ? { is: "absent", detail: "the server has none of this name" }
        : { is: "present", detail: "" },
    async open() {
      await server.ask(name, "make");
      return new ToyIndex(server, name);
    },
    lost: async (index) => ((await index.sequence()) === 0 ? { why: "missing", detail: "it holds nothing" } : null),
    reset: () => server.ask(name, "drop"),
    bytes: async () => 0,
    async close() {},
  };
}
