import type { Caller, Project } from "../../src/index.ts";
import type { Field } from "../../src/model/requests/index.ts";
import type { Operation, Operations } from "../../src/operations/operation.ts";
import type { LeakTargets } from "./leak-reader.ts";

/** A request that an operation is asked, by the names of its fields. */
export type Asked = Readonly<Record<string, unknown>>;

/**
 * Operations that change something when they are asked as they stand; each has a test of its own. `ask` keeps what is asked in a chat. A search is asked
 * by hand, in many more ways.
 */
const NOT_ASKED: ReadonlySet<string> = new Set([
  "addDrawer",
  "addMessage",
  "addDocument",
  "removeDocument",
  "deleteChat",
  "tellFacts",
  "changeFacts",
  "recordAccess",
  "ask",
  "search",
]);

/** Whether a caller's operation is asked. Not `changes` for the owner: the revision includes runs, and planting is a run. */
export function isAsked(name: string, { access }: Pick<Operation, "access">, caller: Caller): boolean {
  return access === "caller" && !NOT_ASKED.has(name) && !(name === "changes" && caller === "owner");
}
/** Requests of a field that says how much is done, which no reader may set. */
const LEFT_OUT: ReadonlySet<string> = new Set(["yes"]);

/**
 * What is asked of every operation that a caller may ask, so that a new one can't be forgotten: as it stands, and with each of its fields set to
 * names, words and ids that only others may see. A field that must be given takes one of them.
 */
export function requestsOf({ request }: Pick<Operation, "request">, targets: LeakTargets): readonly Asked[] {
  const fields = Object.entries(request).filter(([name]) => !LEFT_OUT.has(name));
  const needed = fields.filter(([, field]) => field.needed);
  const base = Object.fromEntries(needed.map(([name, field]) => [name, valuesOf(name, field, targets)[0]]));
  const varied = fields.flatMap(([name, field]) =>
    valuesOf(name, field, targets).map((value) => ({ ...base, [name]: value })),
  );
  return needed.length === 0 ? [base, ...varied] : varied;
}

function valuesOf(name: string, field: Field, targets: LeakTargets): readonly unknown[] {
  const type = field.types[0];
  if (field.choices !== undefined) return field.choices;
  if (type === "flag") return [true];
  if (type === "whole") return [field.max === undefined ? 3 : Math.min(field.max, 3)];
  if (type === "number") return [field.min ?? 0];
  if (["since", "until", "asOf", "now"].includes(name)) return ["2030-01-01"];
  const texts = textsOf(name, targets);
  return type === "text" ? texts : type === "texts" ? texts.map((text) => [text]) : [];
}

/** What a field of texts is asked with: ids, words of hidden passages, topics; names of hidden wings, rooms, sources and chats for any other. */
export function textsOf(name: string, { baits, names, hiddenIds, visibleIds, topics }: LeakTargets): readonly string[] {
  if (name === "id" || name === "ids") return [...hiddenIds, ...visibleIds];
  if (name === "query") return [...baits, ...hiddenIds];
  if (name === "text")
    return baits.flatMap((bait) => [bait, `The vault code ${bait} is known. Everybody talks about codes.`]);
  return name === "topic" ? topics : names;
}
/** The same for the library: each operation by its method. */
export function operationAsks(
  table: Operations,
  caller: Caller,
  targets: LeakTargets,
): readonly (readonly [request: string, ask: (project: Project) => Promise<unknown>])[] {
  return Object.entries(table)
    .filter(([name, operation]) => isAsked(name, operation, caller))
    .flatMap(([name, operation]) =>
      requestsOf(operation, targets).map(
        (asked) =>
          [
            `${name} ${JSON.stringify(asked)}`,
            async (project: Project) =>
              withoutFence(await callOf(project, name)(...argumentsOf(operation, asked, caller))),
          ] as const,
      ),
    );
}

function callOf(project: Project, name: string): (...given: readonly unknown[]) => Promise<unknown> {
  return (project as unknown as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>)[name] as (
    ...given: readonly unknown[]
  ) => Promise<unknown>;
}

function argumentsOf({ given }: Operation, asked: Asked, caller: Caller): readonly unknown[] {
  if (typeof given === "string") return [asked, { caller }];
  const options = Object.fromEntries(Object.entries(asked).filter(([name]) => !given.includes(name)));
  return [...given.map((name) => asked[name]), { ...options, caller }];
}

/** An answer without the name of its fence, which is another one each time. */
export function withoutFence(answer: unknown): unknown {
  const text = JSON.stringify(answer);
  const nonces = [...text.matchAll(/<<<DATA (\w+):/g)].map(([, nonce = ""]) => nonce);
  return JSON.parse(nonces.reduce((without, nonce) => without.replaceAll(nonce, ""), text)) as unknown;
}
