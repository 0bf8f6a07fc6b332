import type { z } from "zod";
import type { Http, Operation } from "../operations/operation.ts";
import type { PALACE } from "../operations/palace.ts";
import type { ValueOf, ValuesOf } from "../model/requests/index.ts";
import { OPERATION_ROUTES } from "./operation-routes.ts";
import type { CallOptions, ClientRequest } from "./transport.ts";

/** Names in a path, in order: each is an argument of its own. */
type Named<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? [Name, ...Named<`/${Rest}`>]
  : Path extends `${string}/:${infer Name}`
    ? [Name]
    : [];

type Values<R, Names> = Names extends [infer Name extends keyof R, ...infer Rest]
  ? [ValueOf<R[Name]>, ...Values<R, Rest>]
  : [];

/** What stands in no path: options of a GET, else a request of its own; nothing where there is nothing more to say. */
type Rest<R, H> = H extends `GET ${string}`
  ? [request?: Omit<ValuesOf<R>, Named<H>[number]> & CallOptions, options?: CallOptions]
  : Exclude<keyof R, Named<H>[number]> extends never
    ? [options?: CallOptions]
    : [request: Omit<ValuesOf<R>, Named<H>[number]>, options?: CallOptions];

/** The calls of the client for a table of operations: those that have a route. */
type Calls<T> = {
  readonly [Name in keyof T as T[Name] extends { readonly http: null } ? never : Name]: T[Name] extends Operation<
    infer R,
    string | readonly string[],
    infer S,
    infer H extends Http
  >
    ? (...given: [...Values<R, Named<H>>, ...Rest<R, H>]) => Promise<z.output<S>>
    : never;
};

/** What can be asked of the palace; each as the library's method of that name, with what stands in no path as one object. */
export type OperationCalls = Calls<typeof PALACE>;

/** What a call answers. @example type Rooms = AnswerOf<"rooms"> */
export type AnswerOf<Name extends keyof OperationCalls> = Awaited<ReturnType<OperationCalls[Name]>>;

/** The calls, from the routes that were generated from the table. @param ask sends a request */
export function operationCalls(ask: (request: ClientRequest) => Promise<unknown>): OperationCalls {
  const calls = Object.entries(OPERATION_ROUTES).map(([name, http]) => [
    name,
    (...given: readonly unknown[]) => ask(requestOf(http, given)),
  ]);
  return Object.fromEntries(calls) as OperationCalls;
}

function requestOf(http: string, given: readonly unknown[]): ClientRequest {
  const [method, pattern] = http.split(" ") as [ClientRequest["method"], string];
  const left = [...given];
  const path = pattern.replace(/:\w+/g, () => encodeURIComponent(String(left.shift())));
  const request = left[0] as object | undefined;
  const options = left[1] as CallOptions | undefined;
  if (method === "GET") {
    const { signal, ...query } = { ...request, ...options } as CallOptions;
    return { method, path, query: query as NonNullable<ClientRequest["query"]>, ...(signal && { signal }) };
  }
  const body = isOptions(request) && options === undefined ? {} : request;
  const signal = (body === request ? options : (request as CallOptions | undefined))?.signal;
  return { method, path, json: body ?? {}, ...(signal && { signal }) };
}

/** Whether an object holds nothing but options of a call, as that of a call without a request does. */
function isOptions(given: object | undefined): boolean {
  return given === undefined || Object.keys(given).every((name) => name === "signal");
}
