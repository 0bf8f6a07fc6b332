import type { z } from "zod";
import type { Caller } from "../model/caller.ts";
import type { Asked, Fields, ValueOf } from "../model/requests/index.ts";
import type { Answer } from "./answers/answer.ts";
import type { ProjectParts } from "./parts.ts";

/** Who asks; `owner` by default. */
export interface AskedBy {
  readonly caller?: Caller | undefined;
}

/** What does an operation. Written as a method, so that a table takes operations of any request. */
type UseCase<R extends Fields, S extends z.ZodType> = {
  run(parts: ProjectParts, request: Asked<R>): Answer<S> | Promise<Answer<S>>;
}["run"];

/** How an operation is asked for over HTTP: method and path, a field of the request in each `:name`. */
export type Http = `${"GET" | "POST" | "DELETE"} /v1/${string}`;

/**
 * Something that can be asked of a project, said once. The library's method and its checks, the route with its part of the OpenAPI document, the
 * call of the client and the isolation test are derived from it.
 */
export interface Operation<
  R extends Fields = Fields,
  G extends string | readonly string[] = string | readonly string[],
  S extends z.ZodType = z.ZodType,
  H extends Http | null = Http | null,
> {
  /** What it does, in a line; begins with a capital letter, ends without a full stop. */
  readonly summary: string;
  /** What may be asked. */
  readonly request: R;
  /**
   * Fields that the library takes as arguments of their own, in this order, before the options; or the name of its first argument, where that is
   * the whole request.
   */
  readonly given: G;
  /** Loads the schema of the answer; the library itself never does. */
  readonly answer: () => Promise<S>;
  /** `caller`: everybody may ask, of what he sees; asked as every caller by `test/isolation`. `owner`: nobody else may. */
  readonly access: "caller" | "owner";
  /** Null: by hand, or not over HTTP. In a GET the rest of the request is the query, else the body. */
  readonly http: H;
  /** Loads what does it. */
  readonly load: () => Promise<UseCase<R, S>>;
}

/** Operations by name. */
export type Operations = Readonly<Record<string, Operation>>;

/** An entry of a table, its parts held against each other by the compiler. */
export function operation<
  R extends Fields,
  S extends z.ZodType,
  const H extends Http | null,
  const G extends string | readonly (keyof R & string)[] = readonly [],
>(entry: Omit<Operation<R, G, S, H>, "given"> & { readonly given?: G }): Operation<R, G, S, H> {
  return { given: [] as unknown as G, ...entry };
}

type Values<R, Names> = Names extends readonly [infer First extends keyof R, ...infer Rest]
  ? [ValueOf<R[First]>, ...Values<R, Rest>]
  : [];

/** The library's methods for a table of operations. */
export type Library<T> = {
  readonly [Name in keyof T]: T[Name] extends Operation<infer R, infer G, infer S, Http | null>
    ? (
        ...given: G extends readonly string[]
          ? [...Values<R, G>, options?: Omit<Asked<R>, G[number] | "caller"> & AskedBy]
          : [request: Omit<Asked<R>, "caller">, options?: AskedBy]
      ) => Promise<Answer<S>>
    : never;
};
