import type { z } from "zod";
import type { Progress } from "../index.ts";
import type { ASK, Fields, Sent, ValueOf, ValuesOf } from "../model/requests/index.ts";
import type { answerSchema, askSourceSchema } from "../operations/answers/ask.ts";
import type { Http, Operation } from "../operations/operation.ts";
import type { OPERATIONS } from "../operations/project.ts";
import type { TypedRoute } from "../surfaces/http/route.ts";
import type { HAND_ROUTES } from "../surfaces/http/operation-routes.ts";
import ROUTES from "./routes.json" with { type: "json" };
import type { CallOptions, ClientRequest } from "./transport.ts";

/** Names in a path, in order: each is an argument of its own. */
type Named<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? [Name, ...Named<`/${Rest}`>]
  : Path extends `${string}/:${infer Name}`
    ? [Name]
    : [];
type Values<R, Names> = Names extends [infer First extends keyof R, ...infer Rest]
  ? [ValueOf<R[First]>, ...Values<R, Rest>]
  : [];
type Optional<O> = object extends O ? [options?: O] : [options: O];
type Body<B> = keyof B extends never ? [] : [request: ValuesOf<B>];

/** One call: what stands in the path, the body, the query with the options of every call. */
type Call<Path, B, Q, S> = (
  ...given: [...(Path extends readonly unknown[] ? Path : []), ...Body<B>, ...Optional<ValuesOf<Q> & CallOptions>]
) => Promise<z.output<S>>;

type None = Record<never, never>;
type Given<F> = F extends Fields ? F : None;
type Unnamed<R, H> = Omit<Sent<R>, Named<H>[number]>;

type OperationCalls<T> = {
  readonly [Name in keyof T as T[Name] extends { readonly http: null } ? never : Name]: T[Name] extends Operation<
    infer R,
    string | readonly string[],
    () => Promise<infer S extends z.ZodType>,
    infer H extends Http
  >
    ? H extends `POST ${string}`
      ? Call<Values<R, Named<H>>, Unnamed<R, H>, None, S>
      : Call<Values<R, Named<H>>, None, Unnamed<R, H>, S>
    : never;
};

/** The calls of routes by hand: those that answer JSON. */
type HandCalls<T> = {
  readonly [
    Name in keyof T as T[Name] extends { readonly answer: z.ZodType } ? Name : never
  ]: T[Name] extends TypedRoute<infer H, infer P, infer Q, infer B, infer S>
    ? Call<Values<Given<P>, Named<H>>, Given<B>, Given<Q>, S>
    : never;
};

/**
 * The calls of the service's routes, each by the name that its reference gives it: what stands in the path, then the body where it has one, then an
 * object of the query and the options of every call.
 */
export type RouteCalls = OperationCalls<typeof OPERATIONS> & HandCalls<Omit<typeof HAND_ROUTES, "addDocument">>;

/** What a call answers. @example type Rooms = AnswerOf<"rooms"> */
export type AnswerOf<Name extends keyof RouteCalls> = Awaited<ReturnType<RouteCalls[Name]>>;

/** The calls, from `routes.json`, which `npm run docs` makes from the tables. @param ask sends a request */
export function routeCalls(ask: (request: ClientRequest) => Promise<unknown>): RouteCalls {
  const calls = Object.entries(ROUTES).map(([name, route]) => [
    name,
    (...given: readonly unknown[]) => ask(requestOf(route, given)),
  ]);
  return Object.fromEntries(calls) as RouteCalls;
}

function requestOf(
  { http, body = false, unlimited = false }: { http: string; body?: boolean; unlimited?: boolean },
  given: readonly unknown[],
): ClientRequest {
  const [method, pattern] = http.split(" ") as [ClientRequest["method"], string];
  const left = [...given];
  const path = pattern.replace(/:\w+/g, () => encodeURIComponent(String(left.shift())));
  const json = body ? left.shift() : undefined;
  const { signal, ...query } = Object.assign({}, ...left) as CallOptions;
  return {
    method,
    path,
    json,
    unlimited,
    query: query as NonNullable<ClientRequest["query"]>,
    ...(signal && { signal }),
  };
}

// What goes to the service and what comes back, taken from the very schemas that the service checks by.
export type SearchRequest = Parameters<RouteCalls["search"]>[0];
export type SearchAnswer = AnswerOf<"search">;
export type AskRequest = ValuesOf<typeof ASK>;
export type AskAnswer = z.output<typeof answerSchema>;
/** What happens while a question is answered: passages, harmless pieces of the answer, the answer as it is kept. */
export type AskEventAnswer =
  | {
      readonly type: "passages";
      readonly passages: readonly z.output<typeof askSourceSchema>[];
      readonly covered: boolean;
    }
  | { readonly type: "delta"; readonly text: string }
  | ({ readonly type: "done" } & Omit<AskAnswer, "schema">);
export type ExpandAnswer = AnswerOf<"expand">;
export type SourceAnswer = AnswerOf<"sources">["sources"][number];
export type JobAnswer = AnswerOf<"job">["job"];
/** What happens to a run: how far it is, or its state at the start and at each change. */
export type JobEventAnswer =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "job"; readonly job: JobAnswer };
/** What became of a document that was handed over. */
export type DocumentAnswer = z.output<(typeof HAND_ROUTES)["addDocument"]["answer"]>;
export type FiletreeAnswer = AnswerOf<"filetree">;
export type ForgottenAnswer = AnswerOf<"forget">;
export type FactListsAnswer = AnswerOf<"facts">;
export type SettingsAnswer = AnswerOf<"settings">;
export type SessionAnswer = AnswerOf<"session">;
