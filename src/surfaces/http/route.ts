import type { z } from "zod";
import type { Caller, Configuration, Loci, LociError, Project, ServiceTokens, StepWords } from "../../index.ts";
import type { Fields, ValuesOf } from "../../model/requests/index.ts";
import type { PageSessions } from "./page-session.ts";
import type { Metrics } from "./metrics.ts";

type Read<F> = F extends Fields ? ValuesOf<F> : Record<string, never>;

/** Who asks, and for which project. */
export interface Admitted {
  readonly caller: Caller;
  /** Of the token that asks; empty where none does. */
  readonly tokenId: string;
  /** Projects that the token is for; null for all. */
  readonly projects: readonly string[] | null;
  readonly projectName: string;
  /** Whether the request names it; else it is the token's or the service's own. */
  readonly named: boolean;
}

export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> extends Omit<Admitted, "named"> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly url: URL;
  /** Opens it. `make`: also where it isn't there yet. */
  readonly project: (options?: { readonly make: boolean }) => Promise<Project>;
  /** Aborts when the reader has gone and when the time is over. */
  readonly signal: AbortSignal;
  /** What the reader takes, as its header says; empty where it doesn't. */
  readonly accept: string;
  /** The body as it came, for routes that declare `takesBytes`; empty for the others. */
  readonly bytes: Uint8Array;
  readonly service: Service;
  /** How whoever asks is told next steps. */
  readonly words: StepWords;
}

/** One route: what it takes, what it answers, what it does. The OpenAPI document is made from it. */
export interface Route {
  readonly method: "get" | "post" | "delete";
  /** As Hono writes them: `/v1/expand/:id`. */
  readonly path: string;
  /** Names the operation in the OpenAPI document and is the client's method. */
  readonly operation: string;
  readonly summary: string;
  /** `open`: no token needed. `owner`: what is the project's, for its owner. `home`: what is the data folder's, for the owner of all projects. */
  readonly access: "open" | "caller" | "owner" | "home";
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** The body is a document's bytes rather than JSON. */
  readonly takesBytes?: true;
  /** The answer's shape; text for what is no JSON. */
  readonly answer: z.ZodType | { readonly contentType: string };
  readonly status?: 200 | 201 | 202;
  /** No time limit: it streams, or waits for work that takes its time. */
  readonly unlimited?: true;
  readonly handle: (request: RouteRequest) => Promise<object | Response>;
}

/** An error that is the request's own fault (400), where its code otherwise stands for a fault of the service. */
export class RequestFault extends Error {
  readonly error: LociError;

  constructor(error: LociError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/** A route by hand, with the types that the client takes from it. */
export interface TypedRoute<
  H = string,
  P = Fields | undefined,
  Q = Fields | undefined,
  B = Fields | undefined,
  A = Route["answer"],
> extends Omit<Route, "method" | "path" | "operation" | "params" | "query" | "body" | "answer" | "handle"> {
  /** Method and path: `GET /v1/jobs/:id`. */
  readonly http: H;
  readonly params?: P | undefined;
  readonly query?: Q | undefined;
  readonly body?: B | undefined;
  readonly answer: A;
  /** Answers are given the version of their shape; a `Response` is sent as it is. */
  handle(request: RouteRequest<Read<P>, Read<Q>, Read<B>>): Promise<object | Response>;
}

/** A route whose handler is typed by its schemas. */
export function route<
  const H extends `${"GET" | "POST" | "DELETE"} /${string}`,
  A extends Route["answer"],
  P extends Fields | undefined = undefined,
  Q extends Fields | undefined = undefined,
  B extends Fields | undefined = undefined,
>(definition: TypedRoute<H, P, Q, B, A>): TypedRoute<H, P, Q, B, A> {
  return definition;
}

/** Routes by the names of their operations. */
export type TypedRoutes = Readonly<Record<string, TypedRoute>>;

export function methodAndPath(http: string): Pick<Route, "method" | "path"> {
  const [method = "", path = ""] = http.split(" ");
  return { method: method.toLowerCase() as Route["method"], path };
}

export interface Service {
  readonly loci: Loci;
  readonly version: string;
  /** Opens a project of the data folder. @throws LociError `PROJECT_NOT_FOUND` for one that isn't there, unless it may be made */
  readonly project: (name: string, options: { readonly make: boolean }) => Promise<Project>;
  readonly openProjects: () => readonly Project[];
  /** Why other projects could not be opened when they were last asked for, by name. */
  readonly unopenedProjects: () => ReadonlyMap<string, unknown>;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** The settings in force with their layers, read anew. */
  readonly configuration: () => Promise<Configuration>;
  readonly sessions: PageSessions;
  readonly tokens: Pick<ServiceTokens, "identify" | "list" | "damaged" | "revoke">;
  readonly knowsToken: (id: string) => boolean;
  /** Whether one more wrong token or code is listened to. */
  readonly allowsWrongToken: () => boolean;
  /** Folders that may be looked into and indexed from. Absolute, links resolved. */
  readonly roots: readonly string[];
  /** Largest document that is taken, bytes. */
  readonly maxDocumentBytes: number;
  readonly metrics: Metrics;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** How the watches stand, by project. */
  readonly watches: () => ReadonlyMap<
    string,
    readonly {
      readonly key: string;
      readonly state: string;
      readonly pending: number;
      readonly problem: object | null;
    }[]
  >;
  /** Aborts when the service is to stop: what streams ends. */
  readonly stopping: AbortSignal;
  /** Runs after an answer was given; the service waits for it before it ends. */
  readonly afterwards: (work: () => Promise<void>) => void;
}
