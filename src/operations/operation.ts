import type { z } from "zod";
import type { AskParts } from "../app/ask/answer.ts";
import type { LiveChats } from "../app/chats/live-chats.ts";
import type { ComposedProject, Search } from "../app/opened-project.ts";
import type { ExpandDependencies } from "../app/expand/expand.ts";
import type { AddDrawer } from "../app/palace/add-drawer.ts";
import type { ProjectRevision } from "../app/project-revision.ts";
import { type Caller, callerOf } from "../model/caller.ts";
import { type Asked, CALLER, type Field, type Fields, type ValueOf } from "../model/requests/index.ts";
import type { Answer } from "./answers/answer.ts";
import { type Arguments, checkArguments } from "../app/arguments/project-calls.ts";
import { recordAudit } from "../app/audit.ts";
import { LociError } from "../model/error.ts";
import { option, step } from "../model/next-step.ts";

/** Who asks; `owner` by default. */
export interface AskedBy {
  readonly caller?: Caller | undefined;
}

/** What does an operation. Written as a method, so that a table takes operations of any request. */
type UseCase<R extends Fields, L> = { run(parts: ProjectParts, request: Asked<R>): L | Promise<L> }["run"];

/** What a request is about, for the audit trail; null where it only looks. Written as a method, as above. */
type ObjectOf<R extends Fields> = { of(request: Asked<R>): string | null }["of"];

/** How an operation is asked for over HTTP: method and path, a field of the request in each `:name`. */
export type Http = `${"GET" | "POST" | "DELETE"} /v1/${string}`;

type AnswerLoader = (() => Promise<z.ZodType>) | null;

/** Without fields that nobody names: a schema that lets more through says nothing of them. */
type Named<T> = { readonly [Name in keyof T as string extends Name ? never : Name]: T[Name] };

/** What the library gives, by the schema of the answer: all of it, or what stands under one name in it. */
type Told<A, U> = A extends () => Promise<infer S extends z.ZodType>
  ? U extends keyof Answer<S>
    ? Answer<S>[U]
    : Named<Answer<S>>
  : unknown;

/**
 * Something that can be asked of a project, said once. The library's method and its checks, the route with its part of the OpenAPI document, the
 * call of the client and the isolation test are derived from it.
 */
export interface Operation<
  R extends Fields = Fields,
  G extends string | readonly string[] = string | readonly string[],
  A extends AnswerLoader = AnswerLoader,
  H extends Http | null = Http | null,
  L = unknown,
> {
  /** What its route does, in a line; begins with a capital letter, ends without a full stop. */
  readonly summary?: string | undefined;
  /** What may be asked; fields of the library alone are sent by nobody. */
  readonly request: R;
  /**
   * Fields that the library takes as arguments of their own, in this order, before the options; or the name of its first argument, where that is
   * the whole request.
   */
  readonly given: G;
  /** Loads the schema of the answer; the library itself never does. Null where no surface answers with it as it is. */
  readonly answer: A;
  /** Where the library gives a part of the answer: its name there. */
  readonly under?: string | undefined;
  /** `caller`: everybody, of what he sees; asked as every caller by `test/isolation`. `owner`: nobody else. `home`: nor who owns some projects. */
  readonly access: "caller" | "owner" | "home";
  /** Null: by hand, or not over HTTP. In a GET or DELETE the rest of the request is the query, else the body. */
  readonly http: H;
  /** Over HTTP, the owner's request makes the project where it isn't there yet. */
  readonly makes?: true | undefined;
  /** Takes its time: over HTTP it has no limit of time. */
  readonly unlimited?: true | undefined;
  /** Ends with its project: `signal` of its request aborts then, too. */
  readonly ends?: true | undefined;
  /** What the audit trail says it was done to, by id, key or hash; left out where it only reads, or where what does it says more. */
  readonly audit?: ObjectOf<R> | undefined;
  readonly load: () => Promise<UseCase<NoInfer<R>, L>>;
}

export type Operations = Readonly<Record<string, Operation>>;

/** An entry of a table, its parts held against each other by the compiler: what does it must give what the schema says. */
export function operation<
  R extends Fields,
  L extends Told<A, U>,
  const A extends AnswerLoader = null,
  const H extends Http | null = null,
  const G extends string | readonly (keyof R & string)[] = readonly [],
  const U extends string | undefined = undefined,
>(
  entry: Omit<Operation<R, G, A, H, L>, "given" | "under" | "http" | "answer"> & {
    readonly given?: G;
    readonly http?: H;
    readonly answer?: A;
    readonly under?: U;
  },
): Operation<R, G, A, H, L> {
  return { given: [] as unknown as G, http: null as H, answer: null as A, ...entry };
}

type Values<R, Names> = Names extends readonly [infer First extends keyof R, ...infer Rest]
  ? [ValueOf<R[First]>, ...Values<R, Rest>]
  : [];
type Options<O> = object extends O ? [options?: O] : [options: O];

export type Library<T> = {
  readonly [Name in keyof T]: T[Name] extends Operation<infer R, infer G, AnswerLoader, Http | null, infer L>
    ? (
        ...given: G extends readonly string[]
          ? [...Values<R, G>, ...Options<Omit<Asked<R>, G[number] | "caller"> & AskedBy>]
          : [request: Omit<Asked<R>, "caller">, options?: AskedBy]
      ) => Promise<L>
    : never;
};

/** What operations work with: an opened project, and what of it is made when it is first needed. A use case names only what it takes. */
export interface ProjectParts extends ComposedProject {
  readonly search: Search;
  readonly chats: () => Promise<LiveChats>;
  readonly adder: () => Promise<AddDrawer>;
  /** Reads drawers as their files hold them now. */
  readonly opening: <T>(work: (deps: ExpandDependencies) => Promise<T>) => Promise<T>;
  readonly asking: () => Promise<AskParts>;
  readonly revision: (caller: Caller) => Promise<ProjectRevision>;
  /** Work that ends with the project. @param work gets a signal that aborts with `signal` and when the project is closed */
  readonly run: <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/**
 * The methods of a project for a table of operations: each checks its arguments, asks whether the caller may, loads what does it and does it.
 * @returns each rejects with LociError `USAGE`, `TOO_LARGE`, `CALLER_INVALID` for a request that isn't right, `FORBIDDEN` where it is the owner's
 */
export function bindOperations<T extends Operations>(table: T, parts: ProjectParts): Library<T> {
  const methods = Object.entries(table).map(([name, operation]) => {
    const call = argumentsOf(operation);
    const method = async (...given: readonly unknown[]): Promise<unknown> => {
      checkArguments(call, given);
      const request = requestOf(operation, given);
      if (operation.access !== "caller" && request.caller !== "owner")
        throw new LociError("FORBIDDEN", "only the owner may do that", { hint: step`leave out ${option("as")}` });
      const run = await operation.load();
      const answer =
        operation.ends === true
          ? await parts.run(request.signal, async (signal) => await run(parts, { ...request, signal }))
          : await run(parts, request);
      const object = operation.audit?.(request) ?? null;
      if (object !== null) await recordAudit(parts, [{ caller: request.caller, action: name, object }]);
      return answer;
    };
    return [name, method];
  });
  return Object.fromEntries(methods) as Library<T>;
}

/** The arguments of an operation's method, as they are checked: by name, in order. */
export function argumentsOf({ request, given }: Pick<Operation, "request" | "given">): Arguments {
  if (typeof given === "string") return { [given]: request, options: { caller: CALLER } };
  const named = given.map((name) => [name, wholeOf(request[name] as Field)] as const);
  const rest = Object.entries(request).filter(([name]) => !given.includes(name));
  const options: Fields = { ...Object.fromEntries(rest), caller: CALLER };
  return { ...Object.fromEntries(named), options };
}

/** An argument that is an object is named by its errors, and its fields are not said to be of the request. */
const wholeOf = (field: Field): Field | Fields =>
  field.types[0] === "object" && field.fields !== undefined ? field.fields : field;

/** The request that the arguments of a call make. */
function requestOf(
  { given: named }: Pick<Operation, "given">,
  given: readonly unknown[],
): { readonly caller: Caller; readonly signal?: AbortSignal } {
  const whole = typeof named === "string";
  const { caller, ...options } = (given[whole ? 1 : named.length] ?? {}) as { readonly caller?: Caller };
  const first = whole ? (given[0] as object) : Object.fromEntries(named.map((name, i) => [name, given[i]]));
  return { ...first, ...options, caller: callerOf(caller) };
}
